"""What people read: terminal tables, figures and the HTML page of a run."""
