import type { Source } from "../../../src/annexes/imports/sources.ts"

/** The text of a table with these lines. */
export const table = (...lines: ReadonlyArray<string>): string => [...lines, ""].join("\n")

/** The beginnings of exports, in addition to the fixtures. */
export const BEGINNINGS: ReadonlyArray<readonly [source: Source, content: string]> = [
  [
    "garmin",
    table(
      "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR",
      'Running,2024-05-01 18:00:00,false,"Run","5.01","312","00:28:10","151"'
    )
  ],
  [
    "garmin",
    table("Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit", "Laufen,2024-05-01 18:00:00,false,,5,3,0")
  ],
  ["garmin", table("Tipo de actividad,Fecha,Favorito,Título,Distancia,Calorías,Tiempo", "Carrera,2024-05-01,,,5,3,0")],
  ["garmin", table("Tipo de atividade,Data,Favorito,Título", "Corrida,2024-05-01,,")],
  ["garmin", table("Tipo di attività,Data,Preferita,Titolo", "Corsa,2024-05-01,,")],
  ["garmin", table("Activiteittype,Datum,Favoriet,[],Afstand", "Hardlopen,2024-05-01,,,5")],
  ["garmin", table("Aktivitetstyp,Datum,Favorit,Titel", "Löpning,2024-05-01,,")],
  ["garmin", table("Aktivitetstype,Dato,Favorit,Titel", "Løb,2024-05-01,,")],
  ["garmin", table("Typ aktywności,Data,Ulubiony,Tytuł", "Bieganie,2024-05-01,,")],
  ["garmin", table("Tevékenység típusa,Dátum,Kedvenc,Cím", "Futás,2024-05-01,,")],
  ["garmin", table("Type d'activité,Date,Favori,Titre", "Course,2024-05-01,,")],
  [
    "garmin",
    table(
      "Time,Weight,Change,BMI,Body Fat,Skeletal Muscle Mass,Bone Mass,Body Water,",
      '" 2022 Dec 21",',
      "6:41 AM,108.8 kg,0.2 kg,33.1,--,--,--,--,"
    )
  ],
  [
    "strava",
    table(
      "Activity ID,Activity Date,Activity Name,Activity Type,Distance,Distance",
      '1,"May 1, 2024, 6:00:00 PM",Run,Run,5.01,5010'
    )
  ],
  ["strava", table("Activiteits-ID,Datum van activiteit,Naam activiteit", "1,1 mei 2024,Ochtend")],
  ["strava", table("Id. de actividad,Fecha de la actividad,Nombre", "1,1 may 2024,Carrera")],
  ["strava", table("Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität", "1,01.05.2024,Lauf")],
  [
    "runkeeper",
    table(
      "Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),Calories Burned,Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File",
      "a-1,2024-03-01 12:26:34,Running,,5.33,29:57,5:37,10.68,397.0,48,150,,,2024-03-01-122634.gpx"
    )
  ],
  [
    "runkeeper",
    table(
      "Date,Type,Route Name,Distance (mi),Duration,Average Pace,Average Speed (mph),Calories Burned,Climb (ft),Average Heart Rate (bpm),Notes,GPX File",
      "2013-05-25 09:01:22,Cycling,,12.4,1:02:03,5:00,12.0,450.0,120,,,2013-05-25-0901.gpx"
    )
  ],
  ["fitbit", table("Food Log 20190701", "Meal,Food,Calories", '"Breakfast"', '"","Oats, 1 cup","311"')],
  [
    "fitbit",
    '[{"logId":1,"logDate":"2025-01-13","loggedFood":{"name":"Oats"},"nutritionalValues":{"calories":300}}]\n'
  ],
  [
    "cronometer",
    table("Day,Group,Exercise,Minutes,Calories Burned", '2024-07-09,Uncategorized,"walking",40.0,-192.51')
  ],
  [
    "samsung-health",
    table("com.samsung.health.food_intake,6307003,6", "calorie,name,start_time", "250.0,Oats,2024-03-01 07:00:00.000,")
  ],
  ["fitbit", table("Body", "Date,Weight,BMI,Fat", '"2019-01-01","180.2","25.1","18.5"', "", "Activities")],
  ["fitbit", table("Date,Weight,BMI,Fat", "2019-01-01,180.2,25.1,18.5")],
  [
    "fitbit",
    table("Activities", "Date,Calories Burned,Steps,Distance,Floors", '"2019-01-01","2,345","10,020","7.1","9"')
  ],
  [
    "samsung-health",
    table("com.samsung.health.weight,6307003,12", "create_sh_datauuid,start_time,weight", "a,1546387199000,81.5,")
  ],
  [
    "samsung-health",
    table("com.samsung.shealth.step_daily_trend,6310007,7", "binning_data,count,source_type", "a,9000,-2,")
  ],
  [
    "lose-it",
    table(
      "Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g)",
      "01/02/2024,Oats,Oatmeal,Breakfast,80,Grams,311,0,5.3,10.7,54.8",
      "01/02/2024,Cake,Cake,Snacks,1,Serving,500,1,20,5,70"
    )
  ],
  ["lose-it", table("Date,Weight,Last Updated,Deleted", "01/02/2024,180.2,01/02/2024,0")],
  [
    "lose-it",
    table("Date,Name,Icon,Type,Quantity,Units,Calories,Deleted", "01/02/2024,Running,Run,Cardio,30,Minutes,300,0")
  ],
  [
    "fatsecret",
    table(
      "Date,Cals ( kcal),Fat( g),Sat( g),Carbs( g),Fiber( g),Sugar( g),Prot( g)",
      "Monday 1 January 2024,2100,70,20,220,30,60,150",
      " Oats,311,5.3,1,54.8,8,1,10.7"
    )
  ],
  [
    "fatsecret",
    table("FatSecret Food Diary", "Date,Cals ( kcal),Fat( g),Prot( g)", "Monday 1 January 2024,2100,70,150")
  ],
  [
    "fitbod",
    table(
      "Date,Exercise,Reps,Weight(kg),Duration(s),Distance(m),Incline,Resistance,isWarmup,Note,multiplier",
      "2024-01-02 18:00:00 +0000,Squat,5,100,0,0,0,0,false,,1"
    )
  ],
  [
    "jefit",
    table(
      "### ROUTINES ###",
      "row_id,name",
      "1,Legs",
      "### EXERCISE LOGS ###",
      "row_id,ename,logs,mydate",
      '1,Squat,"100x5,100x5",2024-01-02'
    )
  ],
  [
    "stronglifts",
    table(
      "Date,Note,Body Weight (KG),Body Weight (LB),Exercise 1,Weight (KG),Weight (LB),Set 1,Set 2,Set 3",
      "1/2/24,,80,176,Squat,60,132,5,5,5"
    )
  ],
  [
    "stronglifts",
    table(
      "Date,Workout,Note,Body Weight (KG),Body Weight (LB),Exercise,Weight (KG),Reps",
      "1/2/24,A,,80,176,Squat,60,5"
    )
  ],
  [
    "gymbook",
    table(
      "Data,Programma,Orario,Esercizio,Zona,Gruppi muscolari secondari,Set / Set di riscaldamento / Set di defaticamento,Ripetizioni / Tempo,Peso / Distanza,Appunti,Saltato",
      "02.01.2024,A,18:00,Squat,Gambe,,Set,5,100 kg,,No"
    )
  ],
  [
    "whoop",
    table(
      "Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Activity name",
      "2024-01-01 23:00:00,,UTCZ,2024-01-02 18:00:00,,Running"
    )
  ],
  ["oura", table("date,Sleep Score,Total Bedtime ,Sleep Timin Score,Steps", "2024-01-02,80,28800,90,9000")],
  ["renpho", table("Time of Measurement,Weight(lb),BMI,Body Fat(%)", '"01/02/2024, 07:10 am",180.2,25.1,18.5')],
  ["renpho", table("Date, Time, Weight(kg),BMI", "2024.01.02,07:10,81.5,25.1")],
  ["eufy", table("Time,Family Members,WEIGHT (kg),BMI,BODY FAT %", "2024-01-02 07:10,Ann,81.5,25.1,18.5")],
  [
    "libra",
    table(
      "#Version: 6",
      "#Units: kg",
      "#date;weight;weight trend;body fat;body fat trend",
      "2024-01-02T07:10:00.000Z;81.5;81.4;;"
    )
  ],
  ["libra", table("#date;weight;weight trend;body fat;body fat trend", "2024-01-02;81.5;81.4;;")],
  ["happy-scale", table("Date,Pound(s)", "2024-01-02,180.2")],
  ["garmin", table(",Actual,Goal", "10/31/2024,2727,4440")],
  ["garmin", '[ { "userProfilePK" : 1, "calendarDate" : "2024-01-02", "totalSteps" : 8000 } ]\n'],
  ["garmin", '[ { "summarizedActivitiesExport" : [ { "startTimeLocal" : 1704186000000, "duration" : 1000 } ] } ]\n'],
  ["fitbit", table("timestamp,weight grams,data source", "2024-01-02T06:00:00Z,81500,Scale")],
  ["fitbit", table("timestamp,steps,data source", "2024-01-02T06:00:00Z,500,Tracker")],
  [
    "fitbit",
    table(
      "exercise_id,exercise_start,exercise_end,utc_offset,activity_name",
      "1,2024-01-02T06:00:00Z,2024-01-02T06:30:00Z,+01:00,Walk"
    )
  ],
  ["oura", table("id;day;score;steps;equivalent_walking_distance", "a;2024-01-02;80;9000;7000")],
  [
    "oura",
    table(
      "id;activity;start_datetime;end_datetime;intensity",
      "a;walking;2024-01-02T07:00:00+01:00;2024-01-02T07:30:00+01:00;easy"
    )
  ],
  [
    "yazio",
    table(
      "date,meal,product_name,amount_g,calories,protein_g,fat_g,carbs_g",
      "2024-01-02,lunch,Oats,80,311,10.7,5.3,54.8"
    )
  ],
  ["yazio", '{ "2024-01-02": { "consumed": { "simple_products": [{ "name": "Oats" }] } } }\n'],
  [
    "health-auto-export",
    table("Workout Type,Start,End,Duration,Active Energy (kJ)", "Run,2024-01-02 07:00,2024-01-02 07:30,00:30:00,900")
  ],
  ["health-auto-export", table("Date/Time,Weight (lb)", "2024-01-02 07:10:00,180.2")],
  [
    "health-auto-export",
    table("Date,Active Energy (kcal),Step Count (steps),Weight (kg)", "2024-01-02 00:00:00,500,9000,81.5")
  ],
  ["activity-files", '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1"><trk/></gpx>\n'],
  ["activity-files", '\ufeff<?xml version="1.0"?><!-- a > b --><!DOCTYPE gpx>\n<a:gpx><a:trk></a:trk></a:gpx>'],
  ["activity-files", '  <?xml version="1.0"?>\n<TrainingCenterDatabase></TrainingCenterDatabase>\n'],
  ["activity-files", "\u000e\u0010\u0000\u0000\u0000\u0000\u0000\u0000.FIT\u0000\u0000\u0000\u0000"]
]
