-- Workouts that archives had brought were not counted. Without its row, a user's are counted anew.
DELETE FROM workout_totals;
