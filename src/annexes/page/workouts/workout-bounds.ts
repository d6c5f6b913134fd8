/**
 * Most rows of sets in a form, including blank ones: 20 for each of 30 exercises. log_workout takes 10,000, but every
 * step of a form sends all its rows and shows them again, and may take 100 ms of CPU: 1,000 rows take as much, and
 * 10,000 are 8 MB of HTML and 30,000 fields.
 */
export const MOST_ROWS = 600
