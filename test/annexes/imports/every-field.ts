import type { DeviceApp } from "../../../src/annexes/imports/devices/model.ts"
import type { Source } from "../../../src/annexes/imports/sources.ts"
import { archiveOf } from "./archive-of.ts"
import { FIT_FIELDS, fitOf } from "./every-fit-field.ts"

type Path = ReadonlyArray<string | number>

/** A document that is no table, with every field that its app writes. */
export interface EveryField {
  readonly source: Source | DeviceApp
  readonly name: string
  readonly fields: ReadonlyArray<string>
  /** The document without one of its fields, by its number. */
  readonly content: (without: number) => string | Uint8Array
  /** Fields that only state again, or say how to read, what others hold. */
  readonly beside: ReadonlyArray<string>
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !isList(value)

/** The paths to all values within a document. */
const pathsIn = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  isList(value)
    ? value.flatMap((each, at) => pathsIn(each, [...path, at]))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))
      : [path]

const withoutPath = (value: unknown, [first, ...rest]: Path): unknown => {
  if (isList(value)) return value.map((each, at) => (at === first ? withoutPath(each, rest) : each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name !== first ? [[name, each]] : rest.length === 0 ? [] : [[name, withoutPath(each, rest)]]
    )
  )
}

/** A field as reports can name it: by its own name, by one that it stands below, or by that of its metric. */
const labelOf = (document: unknown, path: Path): string => {
  const parts: Array<string> = []
  let value = document
  for (const part of path) {
    value = isList(value) ? value[Number(part)] : isObject(value) ? value[part] : undefined
    if (typeof part === "string") parts.push(part)
    else if (isObject(value) && isList(value.data)) parts.push(String(value.name))
  }
  return parts.join(" › ")
}

export const jsonOf = (
  source: EveryField["source"],
  name: string,
  document: unknown,
  beside: ReadonlyArray<string> = []
): EveryField => {
  const paths = pathsIn(document)
  return {
    source,
    name,
    fields: paths.map((path) => labelOf(document, path)),
    beside,
    content: (without) => {
      const path = paths[without]
      return JSON.stringify(path === undefined ? document : withoutPath(document, path))
    }
  }
}

/** An XML document in which `[name value]` are the fields. */
const xmlOf = (source: Source, name: string, text: string, beside: ReadonlyArray<string> = []): EveryField => {
  const parts = text.split(/\[([^\]|]+\|[^\]]*)\]/)
  const fields = parts.filter((_, at) => at % 2 === 1).map((part) => part.split("|"))
  return {
    source,
    name,
    fields: fields.map(([label = ""]) => label.replace("ns3:", "")),
    beside,
    content: (without) =>
      parts
        .map((part, at) => (at % 2 === 0 ? part : (at - 1) / 2 === without ? "" : (part.split("|")[1] ?? "")))
        .join("")
  }
}

/** An attribute. */
const a = (name: string, value: string) => `[${name}| ${name}="${value}"]`
/** An element with a text. */
const e = (name: string, value: string) => `[${name}|<${name}>${value}</${name}>]`

const APPLE = { start: "2026-03-05 07:00:00 +0100", end: "2026-03-05 07:30:00 +0100" }
const ofRecord = (type: string, value: string, unit: string, inner = "", end = APPLE.start) =>
  `<Record type="HK${type}" ${a("sourceName", "Watch")}${a("sourceVersion", "9.1")}${a("device", "Watch6")}${/Percentage|StepCount/.test(type) ? ` unit="${unit}"` : a("unit", unit)} creationDate="${APPLE.end}" startDate="${APPLE.start}" endDate="${end}"${a("value", value)}>${inner}</Record>`
const metadata = (key: string, value: string) => `[${key}|<MetadataEntry key="${key}" value="${value}"/>]`

const APPLE_HEALTH = [
  `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">`,
  `<ExportDate value="2026-03-07 08:00:00 +0100"/><Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01"/>`,
  ofRecord("QuantityTypeIdentifierBodyMass", "80", "kg", metadata("HKWasUserEntered", "1")),
  ofRecord("QuantityTypeIdentifierBodyFatPercentage", "0.2", "%"),
  ofRecord("QuantityTypeIdentifierWaistCircumference", "84", "cm"),
  ofRecord("QuantityTypeIdentifierRestingHeartRate", "52", "count/min", metadata("HKHeartRateContext", "2")),
  ofRecord("QuantityTypeIdentifierStepCount", "900", "count", "", APPLE.end),
  ofRecord(
    "QuantityTypeIdentifierDietaryEnergyConsumed",
    "500",
    "kcal",
    [
      metadata("HKFoodType", "Rice"),
      metadata("meal", "Lunch"),
      metadata("HKFoodBrandName", "Mill"),
      metadata("HKTimeZone", "America/New_York")
    ].join("")
  ),
  ...["Protein", "Carbohydrates", "FatTotal", "Fiber", "Sugar", "FatSaturated"].map((nutrient) =>
    ofRecord(`QuantityTypeIdentifierDietary${nutrient}`, "10", "g")
  ),
  ofRecord("QuantityTypeIdentifierDietarySodium", "10", "mg"),
  `<Record type="HKCategoryTypeIdentifierSleepAnalysis"${a("sourceName", "Watch")}${a("device", "W")} unit="" startDate="2026-03-04 23:00:00 +0100" endDate="2026-03-05 06:00:00 +0100"${a("value", "HKCategoryValueSleepAnalysisAsleepDeep")}/>`,
  `[HeartRate|<Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" startDate="${APPLE.start}" endDate="${APPLE.start}" value="60"/>]`,
  `[ActivitySummary|<ActivitySummary dateComponents="2026-03-05" activeEnergyBurned="500"/>]`,
  `[ClinicalRecord|<ClinicalRecord type="a" identifier="b"/>]`,
  `<Workout${a("workoutActivityType", "HKWorkoutActivityTypeRunning")}${a("duration", "29")} durationUnit="min"${a("sourceName", "Watch")}${a("sourceVersion", "9")}${a("device", "W")} startDate="2026-03-05 18:00:00 +0100"${a("endDate", "2026-03-05 18:30:00 +0100")}>`,
  metadata("HKIndoorWorkout", "0"),
  metadata("HKAverageMETs", "9 kcal/hr·kg"),
  `[WorkoutEvent|<WorkoutEvent type="HKWorkoutEventTypePause" date="${APPLE.start}"/>]`,
  `[WorkoutActivity|<WorkoutActivity uuid="a" startDate="${APPLE.start}"/>]`,
  `[ActiveEnergyBurned|<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="300" unit="kcal"/>]`,
  `[DistanceWalkingRunning|<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>]`,
  `[HeartRate of workouts|<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="150" unit="count/min"/>]`,
  `[StepCount of workouts|<WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="5000" unit="count"/>]`,
  `[WorkoutRoute|<WorkoutRoute sourceName="Watch"><FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute>]`,
  "</Workout>\n</HealthData>\n"
].join("\n")

const point = (minute: number) =>
  `<trkpt lat="52.5${minute}" lon="13.4">${minute === 0 ? "" : e("ele", "34")}<time>2026-03-05T18:0${minute}:00Z</time>${
    minute === 0
      ? ""
      : `${e("magvar", "1")}${e("geoidheight", "40")}${e("fix", "3d")}${e("sat", "9")}${e("hdop", "1")}<extensions>${e("power", "200")}<ns3:TrackPointExtension>${e("ns3:atemp", "20")}${e("ns3:hr", "150")}${e("ns3:cad", "85")}${e("ns3:speed", "3")}${e("ns3:course", "90")}</ns3:TrackPointExtension></extensions>`
  }</trkpt>`

const GPX = [
  `<?xml version="1.0" encoding="UTF-8"?>`,
  `<gpx${a("creator", "Garmin Connect")} version="1.1" xmlns="http://www.topografix.com/GPX/1/1">`,
  `<metadata>[metadata|<name>Route</name><desc>round</desc><author><name>Ann</name></author><keywords>park</keywords>]<time>2026-03-05T18:00:00Z</time></metadata>`,
  `[waypoints|<wpt lat="52.5" lon="13.4"><name>Bench</name></wpt>]`,
  `[planned routes|<rte><name>Plan</name><rtept lat="52.5" lon="13.4"/></rte>]`,
  `<trk>${e("name", "City Run")}${e("cmt", "wet")}${e("desc", "easy")}${e("src", "Watch")}${e("number", "1")}${e("type", "running")}`,
  `<trkseg>${point(0)}${point(1)}${point(2)}</trkseg></trk></gpx>`,
  ""
].join("\n")

const value = (name: string, number: string) => `[${name}|<${name}><Value>${number}</Value></${name}>]`

const trackpoint = (minute: number) =>
  `<Trackpoint><Time>2026-03-05T18:0${minute}:00Z</Time>${
    minute === 0
      ? ""
      : `<Position>${e("LatitudeDegrees", "52.5")}${e("LongitudeDegrees", "13.4")}</Position>${e("AltitudeMeters", "34")}<DistanceMeters>${minute * 200}</DistanceMeters>${value("HeartRateBpm", "150")}${e("Cadence", "85")}<Extensions><ns3:TPX>${e("ns3:Speed", "3")}${e("ns3:RunCadence", "80")}${e("ns3:Watts", "200")}</ns3:TPX></Extensions>`
  }</Trackpoint>`

const TCX = [
  `<?xml version="1.0" encoding="UTF-8"?>`,
  `<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="x">`,
  `<Folders>[Folders|<History><Running Name="all"><Folder Name="2026"/></Running></History>]</Folders>`,
  `<Activities><Activity${a("Sport", "Running")}><Id>2026-03-05T18:00:00Z</Id><Lap${a("StartTime", "2026-03-05T17:59:30Z")}>`,
  `${e("TotalTimeSeconds", "140")}${e("DistanceMeters", "410")}${e("MaximumSpeed", "4")}${e("Calories", "30")}`,
  `${value("AverageHeartRateBpm", "150")}${value("MaximumHeartRateBpm", "170")}<Intensity>Active</Intensity>${e("Cadence", "85")}<TriggerMethod>Manual</TriggerMethod>`,
  `<Track>${trackpoint(0)}${trackpoint(1)}${trackpoint(2)}</Track>${e("Notes", "wind")}`,
  `<Extensions><ns3:LX>${e("ns3:AvgSpeed", "3")}${e("ns3:AvgWatts", "200")}${e("ns3:MaxRunCadence", "90")}${e("ns3:Steps", "400")}</ns3:LX></Extensions></Lap>`,
  `${e("Notes", "easy")}<Training><QuickWorkoutResults>${e("TotalTimeSeconds", "100")}</QuickWorkoutResults><Plan>${e("Name", "Plan A")}</Plan></Training>`,
  `<Creator xsi:type="Device_t">[Creator|<Name>Forerunner</Name>]<UnitId>1</UnitId><ProductID>2</ProductID></Creator></Activity></Activities>`,
  `<Courses>[Course|<Course><Name>Loop</Name></Course>]</Courses></TrainingCenterDatabase>`,
  ""
].join("\n")

const FIT: EveryField = {
  source: "activity-files",
  name: "activity.fit",
  fields: FIT_FIELDS,
  beside: ["event", "event_type", "trigger", "first_lap_index", "num_laps", "user_profile_index"],
  content: fitOf
}

const GARMIN_DAY = {
  userProfilePK: 1,
  uuid: { uuid: "a" },
  calendarDate: "2026-03-01",
  wellnessStartTimeGmt: "2026-02-28T23:00:00.0",
  durationInMilliseconds: 86_400_000,
  totalKilocalories: 2400,
  activeKilocalories: 500,
  bmrKilocalories: 1900,
  totalSteps: 8000,
  dailyStepGoal: 9000,
  totalDistanceMeters: 6000,
  floorsAscendedInMeters: 20,
  moderateIntensityMinutes: 20,
  vigorousIntensityMinutes: 10,
  minHeartRate: 48,
  maxHeartRate: 150,
  restingHeartRate: 52,
  currentDayRestingHeartRate: 52,
  allDayStress: { aggregatorList: [{ type: "TOTAL", averageStressLevel: 30 }] },
  bodyBattery: { chargedValue: 60 },
  respiration: { avgWakingRespirationValue: 14 },
  hydration: { goalInML: 2000 }
}

const FITBIT_FOOD = {
  logId: 1,
  logDate: "2026-03-05",
  isFavorite: false,
  loggedFood: {
    accessLevel: "PUBLIC",
    amount: 2,
    brand: "Mill",
    calories: 300,
    foodId: 7,
    mealTypeId: 1,
    name: "Oats",
    unit: { id: 1, name: "cup", plural: "cups" },
    units: [1],
    locale: "en_US"
  },
  nutritionalValues: {
    calories: 301,
    carbs: 54.5,
    fat: 5,
    fiber: 8,
    protein: 10.5,
    sodium: 3,
    sugar: 4,
    cholesterol: 1
  }
}

const YAZIO_DAY = {
  "2026-03-05": {
    daily: { date: "2026-03-05", energy: 500, carb: 60, protein: 20, fat: 15, energy_goal: 2000 },
    consumed: {
      products: [],
      recipe_portions: [],
      simple_products: [
        {
          id: "a",
          date: "2026-03-05 08:29:04",
          daytime: "breakfast",
          type: "simple_product",
          name: "Cake",
          nutrients: {
            "energy.energy": 400,
            "nutrient.protein": 5,
            "nutrient.carb": 50,
            "nutrient.fat": 20,
            "nutrient.sugar": 30,
            "nutrient.dietaryfiber": 2,
            "nutrient.saturated": 9,
            "nutrient.sodium": 0.2,
            "vitamin.a": 3
          },
          is_ai_generated: true
        }
      ]
    },
    exercises: {
      training: [
        {
          id: "b",
          date: "2026-03-05 18:00:00",
          name: "running",
          duration: 30,
          distance: 5000,
          energy: 300,
          steps: 10,
          note: "easy"
        }
      ],
      activity: { energy: 120 }
    },
    daily_summary: { steps: 9000, water_intake: 1500, activity_energy: 100 },
    mood: "good",
    water: 1500
  }
}

const YAZIO_PRODUCTS = {
  products: {
    "051bb345-12b3-471e-83f3-ce82af3faf89": {
      name: "Potato",
      producer: "Farm",
      category: "vegetables",
      is_verified: true,
      nutrients: { "energy.energy": 0.86, "nutrient.carb": 0.17, "vitamin.c": 0.1 },
      servings: [{ serving: "piece", amount: 90 }],
      base_unit: "g"
    }
  }
}

/** What the app's own programs use. */
const YAZIO_BESIDE = [
  ...["id", "type", "is_ai_generated"].map((field) => `2026-03-05 › consumed › simple_products › ${field}`),
  "2026-03-05 › exercises › training › id",
  ...["is_verified", "id"].map((field) => `products › 051bb345-12b3-471e-83f3-ce82af3faf89 › ${field}`)
]
const PRODUCTS = jsonOf("yazio", "products.json", YAZIO_PRODUCTS, YAZIO_BESIDE)
const EATEN = {
  date: "2026-03-05 08:29:04",
  daytime: "breakfast",
  product_id: "051bb345-12b3-471e-83f3-ce82af3faf89",
  amount: 150
}
const YAZIO_DAYS = [
  ["days.json", JSON.stringify({ "2026-03-05": { consumed: { products: [EATEN] }, daily: null } })]
] as const

/** Documents that are read one by one. */
export const EVERY_FIELD: ReadonlyArray<EveryField> = [
  xmlOf("apple-health", "export.xml", APPLE_HEALTH, ["sourceName", "sourceVersion", "device", "HKWasUserEntered"]),
  xmlOf("activity-files", "activity.gpx", GPX, ["creator", "src", "number"]),
  xmlOf("activity-files", "activity.tcx", TCX, ["Folders", "Course"]),
  FIT,
  jsonOf(
    "fitbit",
    "weight-2026-03-01.json",
    [{ logId: 1, weight: 80, bmi: 24, fat: 18.5, date: "03/05/26", time: "07:10:00", source: "Aria" }],
    ["source"]
  ),
  jsonOf("fitbit", "steps-2026-03-01.json", [{ dateTime: "03/05/26 10:00:00", value: "100" }]),
  jsonOf(
    "fitbit",
    "exercise-0.json",
    [
      {
        logId: 21,
        activityName: "Run",
        activityTypeId: 90009,
        activityLevel: [{ minutes: 10, name: "very" }],
        averageHeartRate: 150,
        calories: 300,
        duration: 1_800_000,
        activeDuration: 1_700_000,
        steps: 5000,
        source: { name: "Charge" },
        logType: "tracker",
        manualValuesSpecified: { calories: false },
        heartRateZones: [{ name: "Cardio", minutes: 10 }],
        activeZoneMinutes: { totalMinutes: 30 },
        distance: 5.01,
        distanceUnit: "Kilometer",
        elevationGain: 40,
        speed: 10,
        pace: 360,
        vo2Max: { vo2Max: 45 },
        startTime: "03/05/26 17:00:00",
        hasGps: true,
        shouldFetchDetails: true
      }
    ],
    ["activityTypeId"]
  ),
  jsonOf(
    "fitbit",
    "sleep-2026-03-01.json",
    [
      {
        logId: 1,
        dateOfSleep: "2026-03-05",
        startTime: "2026-03-04T23:00:00.000",
        endTime: "2026-03-05T06:58:30.000",
        duration: 28_680_000,
        minutesToFallAsleep: 1,
        minutesAsleep: 420,
        minutesAwake: 50,
        minutesAfterWakeup: 1,
        timeInBed: 478,
        efficiency: 90,
        type: "stages",
        infoCode: 0,
        levels: { summary: { deep: { minutes: 80 } } },
        mainSleep: true
      }
    ],
    ["mainSleep", "type"]
  ),
  jsonOf("fitbit", "resting_heart_rate-2026-03-01.json", [
    { dateTime: "03/05/26 00:00:00", value: { date: "03/05/26", value: 54.2, error: 6.8 } }
  ]),
  jsonOf(
    "fitbit",
    "food_logs-2026-03-01.json",
    [FITBIT_FOOD],
    [
      "isFavorite",
      ...["accessLevel", "foodId", "calories", "unit › id", "unit › name", "units", "locale"].map(
        (field) => `loggedFood › ${field}`
      )
    ]
  ),
  jsonOf("garmin", "UDSFile_2026-03-01_2026-06-09.json", [GARMIN_DAY], ["userProfilePK"]),
  jsonOf(
    "garmin",
    "2026-03-01_sleepData.json",
    [
      {
        sleepStartTimestampGMT: "2026-03-04T22:00:00.0",
        sleepEndTimestampGMT: "2026-03-05T23:30:00.0",
        calendarDate: "2026-03-05",
        sleepWindowConfirmationType: "ENHANCED",
        deepSleepSeconds: 3600,
        lightSleepSeconds: 14_400,
        remSleepSeconds: 7200,
        awakeSleepSeconds: 600,
        unmeasurableSeconds: 0.5,
        averageRespiration: 14,
        retro: false,
        sleepScores: { overallScore: 80 },
        napList: [{ napTimeSec: 1800 }]
      }
    ],
    ["sleepStartTimestampGMT"]
  ),
  jsonOf(
    "garmin",
    "1_userBioMetrics.json",
    [
      {
        metaData: { userProfilePK: 1, sequence: 1 },
        userProfilePK: 1,
        weight: {
          weight: 81_200,
          sourceType: "INDEX_SCALE",
          timestampGMT: "2026-03-01T23:30:00.0",
          bodyFat: 18.5,
          bodyWater: 55,
          boneMass: 3000,
          muscleMass: 60_000,
          bmi: 24
        },
        height: 182,
        vo2Max: 45
      }
    ],
    ["metaData › userProfilePK", "metaData › sequence", "userProfilePK", "weight › sourceType"]
  ),
  jsonOf(
    "garmin",
    "a_0_summarizedActivities.json",
    [
      {
        summarizedActivitiesExport: [
          {
            activityId: 1,
            uuidMsb: 1,
            uuidLsb: 1,
            name: "City Run",
            activityType: "running",
            sportType: "RUNNING",
            userProfileId: 1,
            timeZoneId: 1,
            beginTimestamp: 1_772_470_800_000,
            startTimeGmt: 1_772_470_800_000,
            startTimeLocal: 1_772_474_400_000,
            duration: 1_800_000,
            movingDuration: 1_700_000,
            elapsedDuration: 1_900_000,
            distance: 502_000,
            elevationGain: 4000,
            avgSpeed: 0.28,
            avgHr: 150,
            maxHr: 170,
            calories: 1428.79,
            bmrCalories: 100,
            steps: 5000,
            startLatitude: 52.5,
            deviceId: 1,
            splits: [{ measurements: [] }],
            summarizedExerciseSets: [{ category: "SQUAT", reps: 10, volume: 100, sets: 2 }],
            parent: false,
            favorite: false,
            pr: false,
            purposeful: false,
            autoCalcCalories: false
          }
        ]
      }
    ],
    [
      ..."activityId uuidMsb uuidLsb userProfileId timeZoneId beginTimestamp startTimeGmt deviceId parent favorite pr purposeful autoCalcCalories"
        .split(" ")
        .map((field) => `summarizedActivitiesExport › ${field}`)
    ]
  ),
  jsonOf("yazio", "days.json", YAZIO_DAY, YAZIO_BESIDE),
  {
    ...PRODUCTS,
    name: "yazio.zip",
    content: (without) => archiveOf([...YAZIO_DAYS, ["products.json", PRODUCTS.content(without)]])
  }
]
