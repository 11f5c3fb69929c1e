"""Files that are whole or absent: ``reprank.files.write_whole`` under the name that training uses."""

from reprank.files import write_whole as whole_file

__all__ = ["whole_file"]
