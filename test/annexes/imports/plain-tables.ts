/** A table of somebody's own, or from a scale's app, and the expected outcome. */
export interface PlainTable {
  /** The source of the header. */
  readonly like: string
  readonly lines: ReadonlyArray<string>
  /** Readings in the order of the table: metric, value, day and time in Berlin. */
  readonly readings: ReadonlyArray<string>
  /** Columns that are reported as left out. */
  readonly left: ReadonlyArray<string>
  /** Whether the unit of its weights must be asked for. */
  readonly asks?: true
}

/** Written from the headers of public exports and of other projects' readers, before any of them was tried. */
export const PLAIN_TABLES: ReadonlyArray<PlainTable> = [
  {
    like: "date,kg",
    lines: ["date,kg", "2024-01-02,81.5"],
    readings: ["weight 81.5 2024-01-02"],
    left: []
  },
  {
    like: "date and weight",
    lines: ["date,weight", "2024-01-02,81.5"],
    readings: ["weight 81.5 2024-01-02"],
    left: [],
    asks: true
  },
  {
    like: "Renpho, time of measurement",
    lines: [
      "Time of Measurement,Weight(kg),BMI,Body Fat(%),Fat-Free Mass(kg),Visceral Fat,BMR(kcal),Body Type,Remarks",
      "2024-01-02 10:20:30,76.15,23.8,23.2,58.48,7.0,1633,Standard,tired"
    ],
    readings: ["weight 76.15 2024-01-02 10:20:30", "body_fat 23.2 2024-01-02 10:20:30"],
    left: ["BMI", "Fat-Free Mass(kg)", "Visceral Fat", "BMR(kcal)", "Body Type", "Remarks"]
  },
  {
    like: "Renpho, date and time apart",
    lines: [
      "Date, Time, Weight(lb),Body Fat(%),Muscle Mass(lb),BMI,Metabolic Age",
      "8/24/25,11:52:37 AM,166.4,15.0,134.2,26.8,31",
      "8/21/25,7:47:06 AM,167.4,15.1,135.0,27.0,31"
    ],
    readings: [
      "weight 75.477770368 2025-08-24 11:52:37",
      "body_fat 15 2025-08-24 11:52:37",
      "weight 75.931362738 2025-08-21 07:47:06",
      "body_fat 15.1 2025-08-21 07:47:06"
    ],
    left: ["Muscle Mass(lb)", "BMI", "Metabolic Age"]
  },
  {
    like: "Renpho, numbered",
    lines: [
      "No.,Date,Time,Weight(kg),BMI,Body Fat Percentage(%),Body Fat Mass(kg),WHR (Waist-to-Hip Ratio),Weight Level",
      "1,2026.08.16,07:59:46,74.15,23.1,14.1,10.46,0.84,Standard"
    ],
    readings: ["weight 74.15 2026-08-16 07:59:46", "body_fat 14.1 2026-08-16 07:59:46"],
    left: ["No.", "BMI", "Body Fat Mass(kg)", "WHR (Waist-to-Hip Ratio)", "Weight Level"]
  },
  {
    like: "eufy of one person",
    lines: ["Time,Family Members,WEIGHT (kg),BMI,BODY FAT %", "2024-01-02 07:10,Ann,81.5,25.1,18.5"],
    readings: ["weight 81.5 2024-01-02 07:10:00", "body_fat 18.5 2024-01-02 07:10:00"],
    left: ["BMI"]
  },
  {
    like: "FITINDEX, Arboleaf",
    lines: [
      "Time,Weight(lb),BMI,Body Fat(%),Fat-free Body Weight(lb),Subcutaneous Fat(%),Body Water(%),Skeletal Muscle(%),Protein(%),BMR(kcal),Metabolic Age",
      "2026-09-24 18:05:10,164.2,22.9,14.6,140.2,12.9,57.9,55.1,19.1,1745,20"
    ],
    readings: ["weight 74.479867154 2026-09-24 18:05:10", "body_fat 14.6 2026-09-24 18:05:10"],
    left: [
      "BMI",
      "Fat-free Body Weight(lb)",
      "Subcutaneous Fat(%)",
      "Body Water(%)",
      "Skeletal Muscle(%)",
      "Protein(%)",
      "BMR(kcal)",
      "Metabolic Age"
    ]
  },
  {
    like: "VeSync, units in the cells",
    lines: [
      "Time,Weight,BMI,Body Fat,Fat-Free Body Weight,Visceral Fat,Skeletal Muscles,Bone Mass,Protein,BMR,Heart Rate",
      '"07/28/2026, 7:14 AM",82.25kg,26.6,20.7%,65.21kg,9,51.1%,3.25kg,18.0%,1850kcal,61',
      '"08/10/2026, 8:37 PM",82.20kg,26.5,--,--,--,--,--,--,--,--'
    ],
    readings: [
      "weight 82.25 2026-07-28 07:14:00",
      "body_fat 20.7 2026-07-28 07:14:00",
      "weight 82.2 2026-08-10 20:37:00"
    ],
    left: [
      "BMI",
      "Fat-Free Body Weight",
      "Visceral Fat",
      "Skeletal Muscles",
      "Bone Mass",
      "Protein",
      "BMR",
      "Heart Rate"
    ]
  },
  {
    like: "VeSync, a comma in the time without quotes",
    lines: [
      "Time,Weight,BMI,Body Fat,Fat-Free Body Weight",
      "7/18/2026, 5:26 AM,197.4lb,28.3 ,23.6 %,150.8lb",
      "7/19/2026, 10:56 AM,200.3lb,28.7 ,24.2 %,151.8lb"
    ],
    readings: [
      "weight 89.539133838 2026-07-18 05:26:00",
      "body_fat 23.6 2026-07-18 05:26:00",
      "weight 90.854551711 2026-07-19 10:56:00",
      "body_fat 24.2 2026-07-19 10:56:00"
    ],
    left: ["BMI", "Fat-Free Body Weight"]
  },
  {
    like: "Zepp Life, BODY",
    lines: [
      "\ufefftime,weight,height,bmi,fatRate,bodyWaterRate,boneMass,metabolism,muscleRate,visceralFat",
      "2021-02-05 23:30:20+0000,77.1,182.0,23.2,20.7,54.3,3.1,1644.0,57.9,9.0",
      "2021-02-07 06:51:06+0000,76.9,182.0,23.1,null,null,null,null,null,null"
    ],
    readings: [
      "weight 77.1 2021-02-06 00:30:20",
      "body_fat 20.7 2021-02-06 00:30:20",
      "weight 76.9 2021-02-07 07:51:06"
    ],
    left: ["height", "bmi", "bodyWaterRate", "boneMass", "metabolism", "muscleRate", "visceralFat"],
    asks: true
  },
  {
    like: "Mi Fit, BODY",
    lines: [
      "timestamp,weight,height,bmi,fatRate,bodyWaterRate,boneMass,metabolism,muscleRate,visceralFat,impedance",
      "1546387199,77.1,182.0,23.2,20.7,54.3,3.1,1644.0,57.9,9.0,500"
    ],
    readings: ["weight 77.1 2019-01-02 00:59:59", "body_fat 20.7 2019-01-02 00:59:59"],
    left: ["height", "bmi", "bodyWaterRate", "boneMass", "metabolism", "muscleRate", "visceralFat", "impedance"],
    asks: true
  },
  {
    like: "Zepp Life, ACTIVITY",
    lines: ["date,steps,distance,runDistance,calories", "2026-03-02,8000,6000,0,300"],
    readings: ["steps 8000 2026-03-02"],
    left: ["distance", "runDistance", "calories"]
  },
  {
    like: "openScale, version 2",
    lines: [
      '"biceps","bone","caliper1","calories","chest","comment","dateTime","fat","hip","lbm","muscle","neck","thigh","visceralFat","waist","water","weight"',
      '0.0,3.1,0.0,0.0,0.0,"rested",2021-01-02 07:10,20.1,0.0,0.0,40.2,0.0,0.0,0.0,0.0,55.1,81.5'
    ],
    readings: ["weight 81.5 2021-01-02 07:10:00", "body_fat 20.1 2021-01-02 07:10:00"],
    left: [
      "biceps",
      "bone",
      "caliper1",
      "calories",
      "chest",
      "comment",
      "hip",
      "lbm",
      "muscle",
      "neck",
      "thigh",
      "visceralFat",
      "waist",
      "water"
    ],
    asks: true
  },
  {
    like: "openScale, version 3",
    lines: ["dateTime,weight,bmi,fat,water,muscle,comment", "2026-04-01 08:00:00,75.0,22.5,15.0,60.0,40.0,Morning"],
    readings: ["weight 75 2026-04-01 08:00:00", "body_fat 15 2026-04-01 08:00:00"],
    left: ["bmi", "water", "muscle", "comment"],
    asks: true
  },
  {
    like: "Health Planet of Tanita, by others' code",
    lines: ["date,datetime,weight,body_fat,model", "2025-08-30,2025-08-30 06:24:00,54.3,5.8,01000145"],
    readings: ["weight 54.3 2025-08-30 06:24:00", "body_fat 5.8 2025-08-30 06:24:00"],
    left: ["date", "model"],
    asks: true
  },
  {
    like: "Fitdays, by others' code",
    lines: [
      "Time,Weight(kg),BMI,Body Fat(%),Muscle(kg),Water(%),Bone(kg),BMR(kcal),Visceral Fat Grade",
      "2024-01-02 07:10:00,81.5,25.1,18.5,60.1,55.2,3.1,1800,9"
    ],
    readings: ["weight 81.5 2024-01-02 07:10:00", "body_fat 18.5 2024-01-02 07:10:00"],
    left: ["BMI", "Muscle(kg)", "Water(%)", "Bone(kg)", "BMR(kcal)", "Visceral Fat Grade"]
  },
  {
    like: "a unit in each row",
    lines: ["datetime,weight,unit", "2024-01-02T07:10:00,81.5,kg", "2024-01-03T07:10:00,180,lb"],
    readings: ["weight 81.5 2024-01-02 07:10:00", "weight 81.6466266 2024-01-03 07:10:00"],
    left: []
  },
  {
    like: "both units",
    lines: ["Date,Weight (kg),Weight (lbs),Notes", "2024-01-02,81.5,179.7,rested"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["Weight (lbs)", "Notes"]
  },
  {
    like: "German, of a spreadsheet",
    lines: ["Datum;Gewicht (kg);Körperfett (%);Notiz", "02.01.2024;81,5;18,5;müde"],
    readings: ["weight 81.5 2024-01-02", "body_fat 18.5 2024-01-02"],
    left: ["Notiz"]
  },
  {
    like: "German, of a scale",
    lines: ["id;Datum;Gewicht;Fett;Wasser;Muskelmasse", "1;02.01.2024 07:10;81,5 kg;18,5 %;55 %;60,1 kg"],
    readings: ["weight 81.5 2024-01-02 07:10:00", "body_fat 18.5 2024-01-02 07:10:00"],
    left: ["id", "Wasser", "Muskelmasse"]
  },
  {
    like: "German, with steps",
    lines: ["Datum;Gewicht;Schritte", "2024-01-02;81,5;12.345"],
    readings: ["weight 81.5 2024-01-02", "steps 12345 2024-01-02"],
    left: [],
    asks: true
  },
  {
    like: "French",
    lines: ["date,poids,note", "2024-01-02,81.5,ok"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["note"],
    asks: true
  },
  {
    like: "Spanish",
    lines: ["Fecha,Peso (kg),IMC", "2024-01-02,81.5,25.1"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["IMC"]
  },
  {
    like: "Italian and Portuguese",
    lines: ["data,peso,nota", "2024-01-02,81.5,ok"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["nota"],
    asks: true
  },
  {
    like: "Dutch",
    lines: ["datum,gewicht,notitie", "2024-01-02,81.5,ok"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["notitie"],
    asks: true
  },
  {
    like: "Polish",
    lines: ["data,waga,notatka", "2024-01-02,81.5,ok"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["notatka"],
    asks: true
  },
  {
    like: "Swedish",
    lines: ["datum,vikt,anteckning", "2024-01-02,81.5,ok"],
    readings: ["weight 81.5 2024-01-02"],
    left: ["anteckning"],
    asks: true
  },
  {
    like: "a person's own table with blood pressure",
    lines: ["date,time,weight_kg,bp_systolic,bp_diastolic,notes", "2024-01-02,9:00 AM,72,120,80,ok"],
    readings: ["weight 72 2024-01-02 09:00:00"],
    left: ["bp_systolic", "bp_diastolic", "notes"]
  },
  {
    like: "a person's own table of the body",
    lines: ["Date,Weight (kg),Body Fat %,Muscle Mass (kg),Waist (cm),Notes", "2024-01-02,81.5,18.5,60.1,88,rested"],
    readings: ["weight 81.5 2024-01-02", "body_fat 18.5 2024-01-02"],
    left: ["Muscle Mass (kg)", "Waist (cm)", "Notes"]
  },
  {
    like: "steps of a watch",
    lines: ["Date,Step count,Distance (km),Floors,Active minutes", "2024-01-02,9000,6.2,10,45"],
    readings: ["steps 9000 2024-01-02"],
    left: ["Distance (km)", "Floors", "Active minutes"]
  },
  {
    like: "Libra",
    lines: [
      "#Version: 6",
      "#Units: kg",
      "",
      "#date;weight;weight trend;body fat;body fat trend;muscle mass;muscle mass trend;log",
      "2018-01-19T17:53:00.000Z;61.5;61.5;20.5;20.4;30;30.1;ok"
    ],
    readings: ["weight 61.5 2018-01-19 18:53:00", "body_fat 20.5 2018-01-19 18:53:00"],
    left: ["weight trend", "body fat trend", "muscle mass", "muscle mass trend", "log"]
  },
  {
    like: "Happy Scale",
    lines: ['"Date","Pound(s)"', '"2024-01-02","180"'],
    readings: ["weight 81.6466266 2024-01-02"],
    left: []
  }
]
