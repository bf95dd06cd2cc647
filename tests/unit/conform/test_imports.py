import subprocess
import sys


def test_importing_the_package_compiles_nothing_and_loads_no_schema_library() -> None:
    code = (
        "import sys, tenantry.conform; tenantry.conform.Conformance('1.36', '0.19', '3.2'); "
        "print(sorted({'jsonschema_rs', 'jsonschema', 'difflib', 'yaml'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
