"""What only Port Royal's reports have."""
