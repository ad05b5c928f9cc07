"""Reports of simulations: figures, confidence bounds, comparison with theory. Pure."""

from simulation.reports.comparison import Compared, Comparison, compared, prediction_for
from simulation.reports.confidence import Interval, ratio_of, student_t
from simulation.reports.differences import Difference, can_be_paired, difference_of, same_service_level
from simulation.reports.outcome import Outcome
from simulation.reports.plain import report_csv, report_lines, report_to
from simulation.reports.replications import replicated, seed_of, simulated
from simulation.reports.report import Depth, Gathered, GroupFigures, Report

__all__ = [
    "Compared",
    "Comparison",
    "Depth",
    "Difference",
    "Gathered",
    "GroupFigures",
    "Interval",
    "Outcome",
    "Report",
    "can_be_paired",
    "compared",
    "difference_of",
    "prediction_for",
    "ratio_of",
    "replicated",
    "report_csv",
    "report_lines",
    "report_to",
    "same_service_level",
    "seed_of",
    "simulated",
    "student_t",
]
