"""From tables and events to what people read: text, figures, pages. Knows no kernel and no counts."""
