"""What every answer is made of: data, places, pages of text."""
