"""Reports of simulations: figures, confidence bounds, comparison with theory. Pure."""

from simulation.reports.comparison import Comparison, compared, prediction_for
from simulation.reports.confidence import ratio_of, student_t
from simulation.reports.differences import Difference, can_be_paired, difference_of, same_service_level
from simulation.reports.plain import report_csv, report_lines, report_to
from simulation.reports.replications import replicated, seed_of, simulated
from simulation.reports.report import Gathered, Report
from simulation.reports.slots import MOST_REPEATED, WithSlots, by_slots
