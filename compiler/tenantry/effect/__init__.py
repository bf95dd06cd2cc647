"""What manifests bring about, read back from them alone: quota trees, rights, who reaches whom."""
