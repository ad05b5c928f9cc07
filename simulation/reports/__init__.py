"""Owns what simulations found: figures, how sure they are, and how they stand against theory. Pure."""

from simulation.reports.comparison import Compared, Comparison, compared, prediction_for
from simulation.reports.confidence import Interval, interval_of, student_t
from simulation.reports.outcome import Outcome
from simulation.reports.plain import report_csv, report_lines, report_to
from simulation.reports.replications import replicated, seed_of, simulated
from simulation.reports.report import Depth, Gathered, GroupFigures, Report

__all__ = [
    "Compared",
    "Comparison",
    "Depth",
    "Gathered",
    "GroupFigures",
    "Interval",
    "Outcome",
    "Report",
    "compared",
    "interval_of",
    "prediction_for",
    "replicated",
    "report_csv",
    "report_lines",
    "report_to",
    "seed_of",
    "simulated",
    "student_t",
]
