import type { Source } from "../../../src/annexes/imports/sources.ts"

/** A table with every column that its app writes, and a value in each. */
export interface EveryColumn {
  readonly source: Source
  readonly name: string
  /** What stands before the header. */
  readonly before?: string
  readonly delimiter?: string
  readonly columns: ReadonlyArray<readonly [name: string, value: string]>
  /** The file with these cells, if it is laid out otherwise than one row below its header. */
  readonly content?: (cells: ReadonlyArray<string>) => string | Uint8Array
  /** Columns that only state again, or say how to read, what others hold. */
  readonly beside?: ReadonlyArray<string>
}

const table = (
  source: Source,
  name: string,
  columns: string,
  values: string,
  more: Omit<EveryColumn, "source" | "name" | "columns"> = {}
): EveryColumn => {
  const of = (text: string) => text.split(more.delimiter ?? ",")
  const cells = of(values)
  return { source, name, columns: of(columns).map((column, at) => [column, cells[at] ?? ""] as const), ...more }
}

const samsung = (kind: string, columns: string, values: string, beside: ReadonlyArray<string> = []) =>
  table("samsung-health", `com.samsung.${kind}.20260301.csv`, columns, values, {
    before: `com.samsung.${kind},6310007,7\n`,
    beside
  })

export const EVERY_COLUMN: ReadonlyArray<EveryColumn> = [
  table(
    "hevy",
    "workouts.csv",
    "title;start_time;end_time;description;exercise_title;superset_id;exercise_notes;set_index;set_type;weight_kg;reps;distance_km;duration_seconds;rpe",
    "Legs;14 Mar 2026, 18:00;14 Mar 2026, 19:00;easy;Squat (Barbell);1;deep;0;dropset;60;5;0.1;30;8",
    { delimiter: ";", beside: ["set_index"] }
  ),
  table(
    "hevy",
    "measurements.csv",
    "date;weight_kg;fat_percent;neck_cm;shoulder_cm;chest_cm;left_bicep_cm;right_bicep_cm;left_forearm_cm;right_forearm_cm;abdomen_cm;waist_cm;hips_cm;left_thigh_cm;right_thigh_cm;left_calf_cm;right_calf_cm",
    "8 Apr 2025, 00:00;80;15;38;120;100;35;36;29;30;85;84;98;56;57;38;39",
    { delimiter: ";" }
  ),
  table(
    "strong",
    "strong.csv",
    "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes",
    "1;2023-09-01 10:34:00;Morning;4440;Squat;D;60;5;8;100;30;slow;easy",
    { delimiter: ";" }
  ),
  table(
    "fitnotes",
    "FitNotes_Export.csv",
    "Date,Exercise,Category,Weight (kg),Reps,Distance,Distance Unit,Time,Comment",
    "2024-03-04,Squat,Legs,60,5,2,mi,0:10:00,deep"
  ),
  table(
    "fitnotes",
    "FitNotes_BodyTracker.csv",
    "Date,Time,Measurement,Value,Unit,Comment",
    "2025-04-08,07:30:00,Waist,84,cm,relaxed"
  ),
  table(
    "fitnotes",
    "export.csv",
    "Name,StartTime,EndTime,BodyWeight,Exercise,Equipment,Reps,Weight,Time,Distance,Status,IsWarmup,Note,RPE,RIR,Categories",
    "Push,2024-03-04T18:00:00Z,2024-03-04T19:00:00Z,80,Squat,Barbell,5,60,30,2,Done,true,deep,8,3,Legs",
    { beside: ["RIR", "Status"] }
  ),
  table(
    "myfitnesspal",
    "Nutrition-Summary-2024.csv",
    "Date,Meal,Time,Calories,Fat (g),Saturated Fat,Polyunsaturated Fat,Monounsaturated Fat,Trans Fat,Cholesterol,Sodium (mg),Potassium,Carbohydrates (g),Fiber,Sugar,Protein (g),Vitamin A,Vitamin C,Calcium,Iron,Note",
    "2024-03-04,Lunch,12:30 PM,500,20,5,3,4,1,60,700,300,50,8,9,30,10,20,30,4,late"
  ),
  table(
    "myfitnesspal",
    "Exercise-Summary-2024.csv",
    "Date,Exercise,Type,Exercise Calories,Exercise Minutes,Sets,Reps Per Set,Kilograms,Steps,Note",
    "2024-03-04,Squat,Strength,100,10,3,5,60,40,deep",
    { beside: ["Steps", "Exercise Minutes"] }
  ),
  table(
    "myfitnesspal",
    "Measurement-Summary-2024.csv",
    "Date,Body Fat %,Hips,Neck,Steps,Waist,Weight",
    "2024-03-04,20,98,38,9000,84,80"
  ),
  table(
    "cronometer",
    "servings.csv",
    "Day,Time,Group,Food Name,Amount,Energy (kcal),Alcohol (g),Caffeine (mg),Water (g),Fiber (g),Sugars (g),Fat (g),Saturated (g),Protein (g),Carbs (g),Net Carbs (g),Sodium (mg),Vitamin C (mg),Category",
    "2024-03-04,12:30,Lunch,Oats,100.00 g,380,1,2,9,8,3,7,1,13,60,52,5,1,Grains"
  ),
  table("cronometer", "biometrics.csv", "Day,Time,Group,Metric,Unit,Amount", "2024-03-04,07:30,Body,Weight,kg,80", {
    beside: ["Metric"]
  }),
  table(
    "cronometer",
    "exercises.csv",
    "Day,Time,Group,Exercise,Minutes,Calories Burned",
    "2024-03-04,18:00,Cardio,Running,30,-300"
  ),
  table(
    "withings",
    "weight.csv",
    "Date,Weight (kg),Fat mass (kg),Bone mass (kg),Muscle mass (kg),Hydration (kg),Comments",
    "2024-03-04 07:00:00,80,16,3,60,45,calm"
  ),
  table(
    "withings",
    "sleep.csv",
    "from;to;light (s);deep (s);rem (s);awake (s);wake up;Duration to sleep (s);Duration to wake up (s);Snoring (s);Snoring episodes;Average heart rate;Heart rate (min);Heart rate (max);Night events",
    "2026-03-04T23:30:00+01:00;2026-03-05T06:30:00+01:00;14400;3600;3600;1200;2;600;60;30;2;55;48;70;a",
    { delimiter: ";", beside: ["from"] }
  ),
  table(
    "google-fit",
    "Daily activity metrics.csv",
    "Date,Move Minutes count,Calories (kcal),Distance (m),Heart Points,Heart Minutes,Average heart rate (bpm),Max heart rate (bpm),Min heart rate (bpm),Average speed (m/s),Step count,Average weight (kg),Max weight (kg),Min weight (kg)",
    "2024-03-04,40,2000,5000,20,20,70,120,50,1.2,9000,80,80.5,79.5"
  ),
  table(
    "garmin",
    "Activities.csv",
    "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Aerobic TE,Avg Run Cadence,Avg Pace,Total Ascent,Avg Power,Steps,Min Temp,Number of Laps,Moving Time,Elapsed Time,Min Elevation",
    "Running,2024-03-04 18:00:00,false,City Run,5.01,350,00:30:00,150,170,3.1,160,6:00,40,200,5000,10,5,00:29:00,00:31:00,30"
  ),
  table(
    "strava",
    "activities.csv",
    "Activity ID;Activity Date;Activity Name;Activity Type;Activity Description;Elapsed Time;Distance;Max Heart Rate;Relative Effort;Commute;Activity Private Note;Activity Gear;Filename;Athlete Weight;Elapsed Time;Moving Time;Distance;Max Speed;Elevation Gain;Calories",
    "1;2024-03-04 18:00:00;City Run;Run;easy;1800;5.01;170;30;false;secret;Shoes;a.fit;80;1800;1700;5010;5;40;350",
    { delimiter: ";", beside: ["Activity ID", "Distance", "Elapsed Time"] }
  ),
  table(
    "runkeeper",
    "cardioActivities.csv",
    "Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),Calories Burned,Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File",
    "a,2024-03-04 18:00:00,Running,Park,5.01,30:00,6:00,10,350,40,150,Ann,easy,a.gpx"
  ),
  table(
    "fitbit",
    "UserSleeps_2026-03-01.csv",
    "sleep_id,sleep_type,minutes_in_sleep_period,minutes_after_wake_up,minutes_to_fall_asleep,minutes_asleep,minutes_awake,minutes_longest_awakening,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source,sleep_created,sleep_last_updated",
    "1,STAGES,440,5,10,400,40,9,+01:00,2026-03-04T22:00:00Z,+01:00,2026-03-05T05:20:00Z,DERIVED,2026-03-05T06:00:00Z,2026-03-05T06:00:00Z",
    { beside: ["sleep_start"] }
  ),
  table(
    "fitbit",
    "daily_resting_heart_rate.csv",
    "timestamp,beats per minute,data source",
    "2026-03-05T00:00:00Z,60,Watch",
    { beside: ["data source"] }
  ),
  table(
    "fitbit",
    "UserExercises_2026-03-01.csv",
    "exercise_id,exercise_start,exercise_end,utc_offset,exercise_created,activity_name,log_type,tracker_total_calories,tracker_total_steps,tracker_total_distance_mm,tracker_avg_heart_rate,deletion_reason",
    "1,2026-03-04T17:00:00Z,2026-03-04T17:30:00Z,+01:00,2026-03-04T18:00:00Z,Run,AUTO,300,5000,5000000,150,unspecified",
    { beside: ["deletion_reason"] }
  ),
  samsung(
    "health.weight",
    "start_time,time_offset,weight,body_fat,body_fat_mass,skeletal_muscle,skeletal_muscle_mass,fat_free_mass,basal_metabolic_rate,height,comment,update_time,create_time,deviceuuid,pkg_name,datauuid",
    "2026-03-04 07:00:00.000,UTC+0900,80,20,16,40,32,64,1700,180,calm,2026-03-04 07:00:00.000,2026-03-04 07:00:00.000,a,com.a,b"
  ),
  samsung(
    "shealth.exercise",
    "start_time,end_time,time_offset,exercise_type,title,duration,distance,calorie,mean_heart_rate,max_heart_rate,mean_speed,max_speed,count,comment,datauuid",
    "2026-03-04 17:00:00.000,2026-03-04 17:30:00.000,UTC+0900,1002,Run,1800000,5000,300,150,170,2.7,4,1,easy,a"
  ),
  samsung(
    "shealth.sleep",
    "com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,com.samsung.health.sleep.time_offset,com.samsung.health.sleep.comment,sleep_score,sleep_duration,sleep_cycle,efficiency,mental_recovery,physical_recovery,movement_awakening,total_rem_duration,total_light_duration,com.samsung.health.sleep.datauuid",
    "2026-03-04 22:00:00.000,2026-03-05 06:00:00.000,UTC+0900,calm,80,480,4,90,70,80,5,100,300,a"
  ),
  samsung(
    "health.sleep_stage",
    "start_time,sleep_id,stage,time_offset,end_time,create_time,update_time,deviceuuid,pkg_name,datauuid",
    "2026-03-04 23:00:00.000,a,40002,UTC+0900,2026-03-05 03:00:00.000,2026-03-05 03:00:00.000,2026-03-05 03:00:00.000,b,com.a,c"
  ),
  samsung(
    "health.food_intake",
    "start_time,time_offset,name,food_info_id,amount,unit,meal_type,calorie,protein,carbohydrate,total_fat,dietary_fiber,sugar,saturated_fat,sodium,potassium,cholesterol,comment,datauuid",
    "2026-03-04 12:00:00.000,UTC+0900,Oats,,1.0,cup,100001,300,10,50,7,8,3,1,5,300,2,calm,a",
    ["food_info_id"]
  ),
  table(
    "lose-it",
    "food-logs.csv",
    "Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g),Saturated Fat (g),Sugars (g),Fiber (g),Cholesterol (mg),Sodium (mg)",
    "03/14/2024,Oats,Oat,Breakfast,1,Cup,300,false,7,10,50,1,3,8,2,5",
    { beside: ["Deleted"] }
  ),
  table(
    "lose-it",
    "exercise-logs.csv",
    "Date,Name,Icon,Type,Quantity,Units,Calories,Deleted",
    "03/14/2024,Running,Run,Cardio,30,Minutes,300,false",
    { beside: ["Deleted"] }
  ),
  table(
    "yazio",
    "nutrition_log.csv",
    "Date,Time,Meal,Type,Product,Amount,Unit,Portions,Calories/g,Calories total,Protein total,Fat total,Carbs total,Sugar total,Fiber total,Saturated total,Source",
    "2024-03-04,08:00,breakfast,product,Oats,100,cup,1,3.8,380,13,7,60,3,8,1,own",
    { beside: ["Amount"] }
  ),
  table(
    "fitbod",
    "WorkoutExport.csv",
    "Date,Exercise,Reps,Weight(kg),Duration(s),Distance(m),Incline,Resistance,isWarmup,Note,multiplier",
    "2024-03-04 18:00:00 +0000,Squat,5,60,30,100,1,2,true,deep,1"
  ),
  table(
    "stronglifts",
    "stronglifts.csv",
    "Date (yyyy/mm/dd),Workout #,Workout Name,Program Name,Body Weight (KG),Exercise,Sets×Reps,Top Set (Reps×KG),e1RM (KG),Reps,Volume (KG),Workout Volume (KG),Duration (hours),Start Time (h:mm),End Time (h:mm),Set 1 (Reps),Set 1 (KG),Notes",
    "2024/03/04,1,A,5x5,80,Squat,1×5,5×60,70,5,300,300,1,18:00,19:00,5,60,deep",
    { beside: ["Workout #"] }
  ),
  table(
    "whoop",
    "workouts.csv",
    "Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name,Activity Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),HR Zone 1 %,GPS enabled,Distance (meters),Altitude gain (meters)",
    "2026-03-04 23:00:00,2026-03-05 23:00:00,UTC+09:00,2026-03-05 18:00:00,2026-03-05 18:30:00,29,Running,10,300,170,150,20,true,5000,40"
  ),
  table(
    "whoop",
    "sleeps.csv",
    "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Sleep performance %,Respiratory rate (rpm),Asleep duration (min),In bed duration (min),Light sleep duration (min),Deep (SWS) duration (min),REM duration (min),Awake duration (min),Sleep need (min),Sleep debt (min),Sleep efficiency %,Sleep consistency %,Nap",
    "2026-03-04 23:00:00,2026-03-05 23:00:00,UTC+09:00,2026-03-04 23:10:00,2026-03-05 06:30:00,90,15,420,440,200,100,120,20,480,60,95,80,false",
    { beside: ["Nap"] }
  ),
  table(
    "whoop",
    "physiological_cycles.csv",
    "Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),Heart rate variability (ms),Skin temp (celsius),Blood oxygen %,Day Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),Sleep onset,Wake onset,Asleep duration (min),Respiratory rate (rpm)",
    "2026-03-04 23:00:00,2026-03-05 23:00:00,UTC+09:00,60,51,70,34,97,12,2500,170,70,2026-03-04 23:10:00,2026-03-05 06:30:00,420,15"
  ),
  table(
    "oura",
    "oura_trends.csv",
    "date,Sleep Score,Total Bedtime,Total Sleep Duration,Awake Time,REM Sleep Duration,Light Sleep Duration,Deep Sleep Duration,Sleep Efficiency,Average Resting Heart Rate,Lowest Resting Heart Rate,Average HRV,Temperature Deviation (°C),Respiratory Rate,Activity Score,Activity Burn,Total Burn,Steps,Readiness Score",
    "2026-03-05,80,28800,26100,2700,5000,16000,5100,90,55,49,60,0.1,15,85,400,2400,9000,85"
  ),
  table(
    "oura",
    "sleepmodel.csv",
    "id;average_breath;average_heart_rate;average_hrv;awake_time;bedtime_end;bedtime_start;day;deep_sleep_duration;efficiency;latency;light_sleep_duration;lowest_heart_rate;rem_sleep_duration;restless_periods;time_in_bed;total_sleep_duration;type",
    "a;15;55;60;2700;2026-03-05T07:00:00+01:00;2026-03-04T23:00:00+01:00;2026-03-05;5100;90;600;16000;49;5000;50;28800;26100;long_sleep",
    { delimiter: ";", beside: ["type"] }
  ),
  table(
    "oura",
    "workout.csv",
    "id;activity;calories;day;distance;end_datetime;intensity;label;source;start_datetime",
    "a;running;300;2026-03-04;5000;2026-03-04T18:30:00+01:00;moderate;City;manual;2026-03-04T18:00:00+01:00",
    { delimiter: ";" }
  ),
  table(
    "renpho",
    "renpho.csv",
    "Time of Measurement,Weight(kg),BMI,Body Fat(%),Fat-Free Mass(kg),Subcutaneous Fat(%),Visceral Fat,Body Water(%),Skeletal Muscle(%),Muscle Mass(kg),Bone Mass(kg),Protein(%),BMR(kcal),Metabolic Age,Remarks",
    "2024-03-04 07:00:00,80,24,20,64,18,8,55,45,60,3,17,1700,40,calm"
  ),
  table(
    "eufy",
    "eufy.csv",
    "Time,Family Members,WEIGHT (kg),BMI,BODY FAT %,Muscle Mass (kg),Water %,Heart Rate (bpm)",
    "2024-03-04 07:00:00,Ann,80,24,20,60,55,61",
    { beside: ["Family Members"] }
  ),
  table("happy-scale", "happy-scale.csv", "Date,Pound(s),Note", "2024-01-02,180,calm"),
  table(
    "health-auto-export",
    "HealthAutoExport.csv",
    "Date/Time,Active Energy (kcal),Apple Exercise Time (min),Body Fat Percentage (%),Body Mass Index (count),Dietary Energy (kcal),Heart Rate [Avg] (count/min),Resting Heart Rate (count/min),Sleep Analysis [Total] (hr),Sleep Analysis [Core] (hr),Sleep Analysis [In Bed] (hr),Step Count (count),VO2 Max (ml/(kg·min)),Waist Circumference (cm),Weight (kg)",
    "2026-03-05 00:00:00,500,30,20,24,2000,70,52,7.5,4,8,9000,45,84,80"
  ),
  table(
    "health-auto-export",
    "Workouts-2026.csv",
    "Workout Type,Start,End,Duration,Active Energy (kcal),Resting Energy (kcal),Distance (km),Max Heart Rate (bpm),Avg Heart Rate (bpm),Step Count (count),Elevation Ascended (m)",
    "Running,2026-03-04 18:00,2026-03-04 18:30,00:29:00,300,40,5,170,150,5000,40"
  ),
  table("csv", "readings.csv", "date,metric,value,unit", "2026-03-05,waist,33,in"),
  table(
    "csv",
    "foods.csv",
    "date,time,meal,food,brand,servings,serving,calories_kcal,protein_g,carbs_g,fat_g,alcohol_g,fiber_g,sugars_g,saturated_fat_g,sodium_mg,notes,price",
    "2026-03-05,08:00,breakfast,Oats,Mill,1,cup,300,10,50,7,1,8,3,1,5,calm,2"
  ),
  table(
    "csv",
    "sessions.csv",
    "date,time,exercise,title,duration_min,distance_km,calories_kcal,notes,heart_rate",
    "2026-03-05,18:00,Running,City,30,5,300,easy,150"
  )
]
