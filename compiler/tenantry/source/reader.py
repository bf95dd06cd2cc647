"""Spec files to documents: bounds what it reads, and says everything that is wrong with the text.

Documents come in the order of the files and of the text; bad input is a diagnostic, never an exception.
"""

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.diagnostics.codes.syntax import TN112, TN114, TN119, TN120, TN121
from tenantry.source.convert import Converter
from tenantry.source.documents import FileContent, read_text
from tenantry.source.limits import MAX_FILE_BYTES, MAX_WORKSPACE_BYTES
from tenantry.source.sources import Sources
from tenantry.workspace import SpecFile, Specs

_MIB = 1 << 20


def read_specs(specs: Specs) -> Sources:
    """Everything below `clusters/` and `tenants/`. Reads what `specs` reads; raises nothing.

    Past 64 MiB of specs in all, the remaining files are not read and one diagnostic says so.
    """
    sources = Sources()
    converter = Converter()
    total = 0
    for spec_file in specs.spec_files():
        if not spec_file.trouble and not spec_file.misnamed:
            total += min(spec_file.size, MAX_FILE_BYTES)
        if total > MAX_WORKSPACE_BYTES:
            sources.add(spec_file.path, "", [], [_too_much(spec_file.path)], complete=False)
            break
        content = _read(specs, spec_file, converter)
        sources.add(spec_file.path, content.text, content.documents, content.diagnostics, complete=content.complete)
    return sources


def _read(specs: Specs, spec_file: SpecFile, converter: Converter) -> FileContent:
    refusal = _refusal(spec_file)
    if refusal is not None:
        return FileContent("", [], [refusal], complete=spec_file.misnamed)
    try:
        data = specs.read(spec_file.path, at_most=MAX_FILE_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or error.__class__.__name__).lower()
        unreadable = Diagnostic(TN121, f"this file cannot be read: {reason}", Spot(spec_file.path, 1, 1))
        return FileContent("", [], [unreadable], complete=False)
    if len(data) > MAX_FILE_BYTES:
        return FileContent("", [], [_too_large(spec_file.path)], complete=False)
    return read_text(spec_file.path, data, converter)


def _refusal(spec_file: SpecFile) -> Diagnostic | None:
    """Why a file is not opened at all."""
    spot = Spot(spec_file.path, 1, 1)
    match spec_file.trouble:
        case "outside":
            return Diagnostic(
                TN120, "this link leads out of the workspace", spot, help="put the file itself here, or remove the link"
            )
        case "dangling":
            return Diagnostic(TN121, "this link leads to nothing", spot, help="remove the link")
        case "irregular":
            return Diagnostic(TN121, "this is no regular file", spot, help="remove it")
        case "unreadable":
            return Diagnostic(TN121, "this folder cannot be listed", spot, help="allow reading it")
        case "submodule":
            return Diagnostic(
                TN121,
                "this is a submodule: what stands in it is not in this repository",
                spot,
                help="put the files themselves here",
            )
    if spec_file.misnamed:
        stem = spec_file.path.rpartition(".")[0]
        return Diagnostic(
            TN119,
            "this file is not read, because its name does not end in .yaml",
            spot,
            help=f"rename it to {stem}.yaml",
        )
    return _too_large(spec_file.path) if spec_file.size > MAX_FILE_BYTES else None


def _too_large(file: str) -> Diagnostic:
    return Diagnostic(
        TN112,
        f"this file is larger than {MAX_FILE_BYTES // _MIB} MiB, the most that is read",
        Spot(file, 1, 1),
        help="split it into several files",
    )


def _too_much(file: str) -> Diagnostic:
    return Diagnostic(
        TN114,
        f"the specs up to this file are larger than {MAX_WORKSPACE_BYTES // _MIB} MiB together;"
        " it and the files after it are not read",
        Spot(file, 1, 1),
        help="remove what is not a spec from clusters/ and tenants/",
    )
