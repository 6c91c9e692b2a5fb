"""A linear value of everything, by phase of the game: what a coin, a person, a ship, a further card is worth in victory points.

Every ability has a weight in VP at the start of the game, which shrinks to nothing as the leader nears the goal; a coin has one
weight at the start and one at the end. What can be taken is valued by these, and the best is taken. Another card is drawn while
the haul that it is expected to lead to is worth more than the haul in hand. Describe a player by its weights on the command line
(`weights:admiral=3,sword=0.2`) or in a TOML file; the defaults are plain guesses, `balanced` has weights that were tuned.

Source: the way in which players argue about what a person is worth.
"""

from analyzer.games.port_royal.view import DRAW, KEEP, MAX_COLOURS, PASS, PERSON, REPEL, SHIP, STOP, fee_now
from analyzer.strategy import Param, declare

declare(
    game="port_royal",
    default="yardstick",
    params=[
        Param("coin", 0.3, low=0.0, high=5.0, meaning="VP that a coin is worth at the start"),
        Param("coin_late", 0.1, low=0.0, high=5.0, meaning="VP that a coin is worth at the end"),
        Param("sword", 0.3, low=-5.0, high=20.0, meaning="VP that a sword is worth at the start, until armed"),
        Param("armed", 4, low=0, high=99, meaning="swords that are enough"),
        Param("admiral", 1.0, low=-5.0, high=20.0, meaning="VP that an admiral's ability is worth at the start"),
        Param("governor", 0.5, low=-5.0, high=20.0, meaning="VP that a governor's ability is worth at the start"),
        Param("jester", 0.5, low=-5.0, high=20.0, meaning="VP that a jester's ability is worth at the start"),
        Param("mademoiselle", 1.0, low=-5.0, high=20.0, meaning="VP that 1 coin of discount is worth at the start"),
        Param("trader", 0.3, low=-5.0, high=20.0, meaning="VP that a trader's ability is worth at the start"),
        Param("gunner", 0.5, low=-5.0, high=20.0, meaning="VP that a gunner's ability is worth at the start"),
        Param("vice_admiral", 0.3, low=-5.0, high=20.0, meaning="VP that a vice admiral's ability is worth at the start"),
        Param("clerk", 0.2, low=-5.0, high=20.0, meaning="VP that a clerk's ability is worth at the start"),
        Param("needed", 1.0, low=-5.0, high=20.0, meaning="VP that a symbol is worth that an open expedition still needs"),
        Param("symbol", 0.4, low=-5.0, high=20.0, meaning="VP that the first symbol of a kind is worth otherwise, at the start"),
        Param("wild", 0.6, low=-5.0, high=20.0, meaning="VP that any one symbol more is worth, at the start"),
        Param("card", 0.1, low=-5.0, high=5.0, meaning="VP that a further card is worth beside what it brings at once"),
        Param("left", 0.0, low=-5.0, high=5.0, meaning="VP that each card left to the others costs"),
        Param("reserve", 0.0, low=-5.0, high=20.0, meaning="VP that a card must be worth to be taken at all"),
    ],
)  # fmt: skip


def time_left(view):
    """From 1 at the start to 0 when somebody has reached the goal."""
    best = 0
    for seat in range(view.players):
        best = max(best, view.vp[seat])
    return max(0.0, 1.0 - best / view.rules.goal)


def is_needed(view, face):
    """Whether an open expedition demands a symbol of this person that its hirer lacks."""
    faces, me = view.faces, view.me
    for i in range(view.centre_size):
        expedition = view.centre[i]
        anchors = max(faces.anchor[expedition] - view.anchors[me], 0)
        crosses = max(faces.cross[expedition] - view.crosses[me], 0)
        houses = max(faces.house[expedition] - view.houses[me], 0)
        lacking = anchors + crosses + houses
        if lacking > view.jacks[me]:
            if (
                faces.wild[face]
                or faces.anchor[face] * anchors + faces.cross[face] * crosses + faces.house[face] * houses > 0
            ):
                return True
    return False


def symbols_worth(view, params, face, left):
    """What a person's symbols are worth: for an open expedition, or for one that may come."""
    faces, me = view.faces, view.me
    if is_needed(view, face):
        return params.needed
    if faces.wild[face]:
        return params.wild * left
    first = 0
    first += faces.anchor[face] > 0 and view.anchors[me] == 0
    first += faces.cross[face] > 0 and view.crosses[me] == 0
    first += faces.house[face] > 0 and view.houses[me] == 0
    return params.symbol * left * first


def person_worth(view, params, face, left):
    """VP and abilities of a person."""
    faces, me = view.faces, view.me
    swords = min(faces.swords[face], max(params.armed - view.swords[me], 0))
    worth = params.sword * swords + params.admiral * faces.admiral[face] + params.governor * faces.governor[face]
    worth += params.jester * faces.jester[face] + params.mademoiselle * faces.discount[face]
    worth += params.gunner * faces.gunner[face] + params.vice_admiral * faces.vice_admiral[face]
    if faces.trader_colour[face] >= 0:
        worth += params.trader
    if faces.clerk_colour[face] >= 0:
        worth += params.clerk
    symbols = 0.0
    if faces.anchor[face] or faces.cross[face] or faces.house[face] or faces.wild[face]:
        symbols = symbols_worth(view, params, face, left)
    return faces.vp[face] + worth * left + symbols


def card_worth(view, params, face, left, coin):
    """What taking a card now is worth in VP, its price paid; far below nothing if it can't be paid."""
    faces, me = view.faces, view.me
    fee = fee_now(view)
    if faces.kind[face] == SHIP:
        return coin * (faces.coins[face] + view.traders[faces.colour[face], me] - fee)
    price = max(faces.cost[face] - view.discount[me], 0) + fee
    if price > view.coins[me]:
        return -1000.0
    return person_worth(view, params, face, left) - coin * price


def coin_worth(params, left):
    """What a coin is worth now."""
    return params.coin_late + (params.coin - params.coin_late) * left


def admirals_worth(view, size, coin):
    """What the player's admirals pay if it stops with this many cards."""
    return coin * view.admirals[view.me] * view.rules.admiral_pay if size >= view.rules.admiral_threshold else 0.0


def limit_with(view, colours):
    """How many cards may be taken with this many colours in the harbour."""
    return view.rules.take_limits[min(colours, MAX_COLOURS)] + view.governors[view.me]


def what_ships_do(view):
    """Of the cards that can come: how many there are, how many would bust, how many are duplicates that can be repelled."""
    faces, swords = view.faces, view.swords[view.me]
    cards, busts, repels = 0, 0, 0
    for face in range(view.faces_in_set):
        copies = view.can_come[face]
        cards += copies
        if faces.kind[face] == SHIP and view.harbour_colours[faces.colour[face]]:
            if faces.skull[face] or faces.swords[face] > swords:
                busts += copies
            else:
                repels += copies
    return cards, busts, repels


def draw(view, params, own):
    """Draw on while the haul that the next card leads to is expected to be worth more than the one in hand."""
    size = view.harbour_size
    if size == 0:
        return DRAW
    faces, me = view.faces, view.me
    left = time_left(view)
    coin = coin_worth(params, left)
    # The best three of the harbour: nobody can take many more.
    first, second, third = 0.0, 0.0, 0.0
    for i in range(size):
        worth = card_worth(view, params, view.harbour[i], left, coin)
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        elif worth > third:
            third = worth
    limit = limit_with(view, view.colours)
    two, three = 1.0 if limit > 1 else 0.0, 1.0 if limit > 2 else 0.0
    now = first + two * second + three * third + admirals_worth(view, size, coin) - params.left * max(size - limit, 0)
    bust = coin * view.jesters[me] * view.rules.jester_pay
    cards, busts, repels = what_ships_do(view)
    if params.left <= 0.0 and busts * (now - bust) < params.card * (cards - busts - repels):
        return DRAW  # what neither busts nor is repelled leaves at least the haul in hand, and is worth `card` besides
    wider = limit_with(view, view.colours + 1)
    after = busts * bust + repels * now
    for face in range(view.faces_in_set):
        copies = view.can_come[face]
        if copies == 0:
            continue
        new_limit, new_size = limit, size
        worth = 0.0
        if faces.kind[face] == SHIP:
            if view.harbour_colours[faces.colour[face]]:
                continue
            new_limit, new_size = wider, size + 1
            worth = card_worth(view, params, face, left, coin)
        elif faces.kind[face] == PERSON:
            new_size = size + 1
            worth = card_worth(view, params, face, left, coin)
        two, three = 1.0 if new_limit > 1 else 0.0, 1.0 if new_limit > 2 else 0.0
        if worth > first:
            haul = worth + two * first + three * second
        elif worth > second:
            haul = first + two * worth + three * second
        elif worth > third:
            haul = first + two * second + three * worth
        else:
            haul = first + two * second + three * third
        haul += admirals_worth(view, new_size, coin) - params.left * max(new_size - new_limit, 0)
        after += copies * (haul + params.card)
    if cards == 0:
        return STOP
    return DRAW if after > now * cards else STOP


def repel(view, params, own):
    """Repel exactly when the ship's colour is in the harbour already."""
    return REPEL if view.harbour_colours[view.faces.colour[view.card]] else KEEP


def take(view, params, own):
    """The card that is worth most, if it is worth taking."""
    left = time_left(view)
    coin = coin_worth(params, left)
    choice, best = PASS, params.reserve
    for i in range(view.options_size):
        place = view.options[i]
        worth = card_worth(view, params, view.harbour[place], left, coin)
        if worth > best:
            choice, best = place, worth
    return choice
