/**
 * Most rows of sets in a form, including blank ones: 10 for each of 100 exercises. log_workout takes ten times as many,
 * but every step of a form sends all its rows and shows them again. 10,000 rows are 8 MB of HTML and 30,000 fields, and
 * take the service a third of a second.
 */
export const MOST_ROWS = 1000
