"""Proofs: rule cases as data, and shuffles that can be checked."""
