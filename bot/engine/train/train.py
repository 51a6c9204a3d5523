"""Trains the net of a variant on the positions that `datagen` wrote, and writes it to bot/engine/data.

    cargo run --release -p engine --bin datagen -- latrunculi latrunculi.bin --games 40000 --threads 2
    pip install -r bot/engine/train/requirements.txt
    python bot/engine/train/train.py latrunculi latrunculi.bin

The net: 896 features of each side, 128 hidden units shared by both sides, squared clipped ReLU, an output for each of eight buckets by
the number of pieces. `src/net` says what a feature is and how a net is stored, `src/self_play.rs` how positions are. A run that is
interrupted goes on with the last finished epoch if it is started again.
"""

import argparse
import datetime
import pathlib

import numpy
import torch
from torch import nn

FEATURES = 896
MAX_PIECES = 32
HIDDEN = 128
BUCKETS = 8
# Of a hidden unit and of an output weight, 1.0 is stored as these.
HIDDEN_ONE = 362
OUTPUT_ONE = 512
# The sum of 32 such rows and a bias fits an i16.
MAX_WEIGHT = 1.98
# Centipawns that multiply the odds of winning by e, as in src/score.rs.
EXPECTATION_SCALE = 220
SAMPLES = 64


def reflection(variant):
    """Returns where each square of White's board goes in the reflection that the variant's pieces do not notice."""
    squares = numpy.arange(64)
    files, ranks = squares % 8, squares // 8
    if variant == "legan":
        return (7 - files) * 8 + (7 - ranks)
    if variant == "toto40":
        return squares
    if variant in ("leap", "leap-multi", "leap-optional"):
        # The 44 squares by ranks: four, six times six, and four.
        rows = [range(4), *(range(first, first + 6) for first in range(4, 40, 6)), range(40, 44)]
        return numpy.array([*(square for row in rows for square in reversed(row)), *range(44, 64)])
    return ranks * 8 + 7 - files


def feature_map(squares, swap_sides=False):
    """Returns the feature that each becomes if its square becomes another; that of a missing piece stays."""
    features = numpy.arange(FEATURES)
    sets = features // 64
    if swap_sides:
        sets = (sets + 7) % 14
    return torch.tensor([*(sets * 64 + squares[features % 64]), FEATURES], dtype=torch.long)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=FEATURES)
        self.bias = nn.Parameter(torch.zeros(HIDDEN))
        self.output = nn.Linear(2 * HIDDEN, BUCKETS)
        nn.init.uniform_(self.hidden.weight, -0.08, 0.08)
        nn.init.uniform_(self.output.weight, -0.1, 0.1)
        nn.init.zeros_(self.output.bias)

    def forward(self, own, other):
        """Returns the evaluations in units of EXPECTATION_SCALE."""
        sides = [(self.hidden(it) + self.bias).clamp(0, 1) ** 2 for it in (own, other)]
        pieces = (own != FEATURES).sum(1)
        bucket = ((pieces - 1) // 4).clamp(0, BUCKETS - 1)
        return self.output(torch.cat(sides, 1)).gather(1, bucket[:, None])[:, 0]

    def clip(self):
        with torch.no_grad():
            self.hidden.weight.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
            self.bias.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
            self.output.weight.clamp_(-MAX_WEIGHT, MAX_WEIGHT)

    def parts(self):
        """Returns the parameters in the order of a net's file, with what 1.0 is stored as, and the kind of number."""
        return [
            (self.hidden.weight[:FEATURES], HIDDEN_ONE, "<i2"),
            (self.bias, HIDDEN_ONE, "<i2"),
            (self.output.weight, OUTPUT_ONE, "<i2"),
            (self.output.bias, HIDDEN_ONE**2 // 4 * OUTPUT_ONE, "<i4"),
        ]

    def read(self, data):
        with torch.no_grad():
            for part, one, kind in self.parts():
                size = part.numel() * numpy.dtype(kind).itemsize
                numbers = numpy.frombuffer(data[:size], kind).astype(numpy.float32) / one
                part.copy_(torch.from_numpy(numbers).view_as(part))
                data = data[size:]

    def quantized(self):
        """Returns the net as the engine reads it, little-endian."""
        numbers = [(part.detach().numpy() * one).round().astype(kind) for part, one, kind in self.parts()]
        return b"".join(part.tobytes() for part in numbers)


class Positions:
    """The positions of files, and what the search expected of them: each file with its centipawns that multiply the odds by e."""

    def __init__(self, files, scales):
        records, expected = [], []
        for file, scale in zip(files, scales):
            with open(file, "rb") as data:
                flipped = numpy.frombuffer(data.read(64), dtype=numpy.uint8).astype(int)
            numbers = numpy.memmap(file, dtype="<i2", mode="r", offset=64)
            records.append(numbers[: len(numbers) // 34 * 34].reshape(-1, 34))
            expected.append(1 / (1 + numpy.exp(-records[-1][:, MAX_PIECES].astype(numpy.float32) / scale)))
        # The last tenth of each file is for validation: of all games but one, every position or none.
        cuts = [len(it) - len(it) // 10 for it in records]
        parts = [slice(cut) for cut in cuts], [slice(cut, None) for cut in cuts]
        self.training = sum(cuts)
        self.records, self.expected = (
            numpy.concatenate([it[part] for kind in parts for it, part in zip(all_of, kind)])
            for all_of in (records, expected)
        )
        self.expected = torch.from_numpy(self.expected)
        self.flipped = flipped
        self.as_other = feature_map(flipped, swap_sides=True)

    def batch(self, rows, share, reflected=None):
        """Returns the features of both sides and the target: the search's expectation, and a share of the result."""
        numbers = torch.from_numpy(self.records[rows].astype(numpy.int64))
        own = numbers[:, :MAX_PIECES]
        if reflected is not None:
            own = reflected[own]
        target = share * numbers[:, MAX_PIECES + 1] / 2 + (1 - share) * self.expected[rows]
        return own, self.as_other[own], target


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant")
    parser.add_argument("file", nargs="+", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--share", type=float, default=0.3, help="share of the result in the target")
    parser.add_argument(
        "--scale", type=float, nargs="+", default=[220], help="centipawns that multiply the odds by e, of all files or of each"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=pathlib.Path, help="net to start from")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent / "data")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    if len(arguments.scale) not in (1, len(arguments.file)):
        parser.error("--scale needs one number, or one for each file")
    arguments.out.mkdir(parents=True, exist_ok=True)
    positions = Positions(arguments.file, arguments.scale * len(arguments.file))
    total, training = len(positions.records), positions.training
    if training < arguments.batch:
        parser.error(f"{training} positions are fewer than a batch")

    squares = reflection(arguments.variant)
    assert (positions.flipped[squares] == squares[positions.flipped]).all()
    reflected = feature_map(squares)
    net = Net()
    if arguments.start:
        net.read(arguments.start.read_bytes())
    optimizer = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=0.01)
    steps = training // arguments.batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, arguments.rate, total_steps=steps * arguments.epochs + 1, pct_start=0.05
    )
    parts = {"net": net, "optimizer": optimizer, "schedule": schedule}
    checkpoint = arguments.file[0].with_suffix(".checkpoint")
    run = f"{vars(arguments)} {total}"
    losses = []
    if checkpoint.exists():
        state = torch.load(checkpoint)
        if state["run"] != run:
            parser.error(f"{checkpoint} is of other data or options: remove it")
        for name, part in parts.items():
            part.load_state_dict(state[name])
        losses = state["losses"]
        torch.set_rng_state(state["random"])
    for epoch in range(len(losses), arguments.epochs):
        order = torch.randperm(training).numpy()
        sums = [0.0, 0.0]
        for step in range(steps):
            rows = numpy.sort(order[step * arguments.batch :][: arguments.batch])
            own, other, target = positions.batch(rows, arguments.share, reflected if step % 2 else None)
            loss = ((torch.sigmoid(net(own, other)) - target) ** 2).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            net.clip()
            sums[0] += loss.item() / steps
        with torch.no_grad():
            for first in range(training, total, arguments.batch):
                rows = numpy.arange(first, min(first + arguments.batch, total))
                own, other, target = positions.batch(rows, arguments.share)
                sums[1] += ((torch.sigmoid(net(own, other)) - target) ** 2).sum().item() / (total - training)
        losses.append(sums)
        print(f"epoch {epoch + 1}: training {sums[0]:.6f}, validation {sums[1]:.6f}", flush=True)
        state = {name: part.state_dict() for name, part in parts.items()}
        state = {**state, "losses": losses, "random": torch.get_rng_state(), "run": run}
        torch.save(state, checkpoint.with_suffix(".new"))
        checkpoint.with_suffix(".new").replace(checkpoint)
    write(arguments, net, positions, training, losses)
    checkpoint.unlink()


def write(arguments, net, positions, training, losses):
    """Writes the net, and beside it how it was made and what it says of some positions, in centipawns."""
    (arguments.out / f"{arguments.variant}.net").write_bytes(net.quantized())
    rows = numpy.linspace(training, len(positions.records) - 1, SAMPLES, dtype=int)
    own, other, _ = positions.batch(rows, 0)
    with torch.no_grad():
        outputs = (net(own, other) * EXPECTATION_SCALE).tolist()
    names = ("epochs", "batch", "rate", "share", "seed")
    options = " ".join(f"--{name} {getattr(arguments, name)}" for name in names)
    options += " --scale " + " ".join(f"{scale:g}" for scale in arguments.scale)
    if arguments.start:
        options += f" --start {arguments.start.name}"
    lines = [
        f"# Made on {datetime.date.today()} by: train.py {arguments.variant} "
        f"{' '.join(file.name for file in arguments.file)} {options}",
        f"# {training} positions. Mean squared error in training and in validation games after each epoch:",
        "# " + ", ".join(f"{a:.5f} {b:.5f}" for a, b in losses),
        "# Features of the side to move, and the trained net's output in centipawns:",
    ]
    for features, output in zip(own.tolist(), outputs):
        features = " ".join(str(it) for it in features if it != FEATURES)
        lines.append(f"{features} = {output:.2f}")
    (arguments.out / f"{arguments.variant}.outputs").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
