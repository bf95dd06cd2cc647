from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import persistentvolumeclaim
from tenantry.kinds.persistentvolumeclaim import KIND, PersistentVolumeClaim
from tenantry.quantity import Quantity
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas

claims = st.builds(
    PersistentVolumeClaim,
    meta=metas,
    access=st.sampled_from(("ReadWriteOnce", "ReadWriteMany")),
    size=st.integers(1, 2**50).map(Quantity.of_bytes),
    storage_class=st.sampled_from(("cephfs", "local-nvme")),
)


@given(claims)
@settings(max_examples=100)
def test_a_claim_reads_back_as_written(written: PersistentVolumeClaim) -> None:
    assert persistentvolumeclaim.decode(persistentvolumeclaim.encode(written)) == written


def test_a_volume_is_claimed_from_the_class_its_word_means_on_the_cluster() -> None:
    assert body_of(small_program(), KIND, "vision-detection")["spec"] == {
        "accessModes": ["ReadWriteMany"],
        "resources": {"requests": {"storage": "40Ti"}},
        "storageClassName": "cephfs",
        "volumeMode": "Filesystem",
    }


def test_claims_come_last_because_they_may_wait_and_removing_one_asks_first() -> None:
    for body in bodies(small_program(), KIND):
        annotations = body["metadata"]["annotations"]
        assert annotations["argocd.argoproj.io/sync-wave"] == "1"
        assert annotations["argocd.argoproj.io/sync-options"] == "Prune=confirm,Delete=confirm"
