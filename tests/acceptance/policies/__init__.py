"""Ready policies of scope `admission`: what the compiler's evaluator says of an example, the real server says too."""
