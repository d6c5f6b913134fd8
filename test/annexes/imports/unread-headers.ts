/** Headers of tables that other apps export and Fettle does not read, by app. */
export const UNREAD_HEADERS: ReadonlyArray<readonly [app: string, header: string]> = [
  ["Zepp", "type,startTime,sportTime(s),maxPace(/meter),minPace(/meter),distance(m),avgPace(/meter),calories(kcal)"],
  ["Zepp", "date,deepSleepTime,shallowSleepTime,wakeTime,start,stop,REMTime,naps"],
  ["Zepp", "date,time,heartRate"],
  ["Zepp", "date,start,stop,distance,calories,steps"],
  ["Zepp", "userId,gender,height,weight,nickName,avatar,birthday"],
  [
    "MapMyRun",
    "Date Submitted,Workout Date,Activity Type,Calories Burned (kCal),Distance (mi),Workout Time (seconds),Avg Pace (min/mi),Max Pace (min/mi),Avg Speed (mi/h),Max Speed (mi/h),Avg Heart Rate,Steps,Notes,Source,Link"
  ],
  [
    "Polar",
    "Name,Sport,Date,Start time,Duration,Total distance (km),Average heart rate (bpm),Average speed (km/h),Max speed (km/h),Average pace (min/km),Max pace (min/km),Calories,Fat percentage of calories(%),Average cadence (rpm),Average stride length (cm),Running index,Training load,Ascent (m),Descent (m),Average power (W),Max power (W),Notes,Height (cm),Weight (kg),HR max,HR sit,VO2max"
  ],
  ["adidas Running", "Start time,Sport type,Duration (ms),Distance (m),Calories,Average speed (km/h),Notes"],
  ["Suunto", "Activity type,Start time,Duration,Distance (km),Avg HR,Max HR,Energy (kcal),Ascent (m)"],
  ["Coros", "Name,Sport Type,Start Time,Total Time,Distance,Avg Pace,Avg HR,Training Load,Calories"],
  ["Huawei", "Record Day,Sport Type,Start Time,End Time,Total Steps,Total Distance,Total Calories"],
  [
    "Peloton",
    "Workout Timestamp,Live/On-Demand,Instructor Name,Length (minutes),Fitness Discipline,Type,Title,Class Timestamp,Total Output,Avg. Watts,Avg. Resistance,Avg. Cadence (RPM),Avg. Speed (mph),Distance (mi),Calories Burned,Avg. Heartrate,Avg. Incline,Avg. Pace (min/mi)"
  ],
  [
    "TrainingPeaks",
    "Title,WorkoutType,WorkoutDescription,PlannedDuration,PlannedDistanceInMeters,WorkoutDay,CoachComments,DistanceInMeters,PowerAverage,PowerMax,Energy,AthleteComments,TimeTotalInHours,VelocityAverage,VelocityMax,CadenceAverage,CadenceMax,HeartRateAverage,HeartRateMax,IF,TSS,Rpe,Feeling"
  ],
  ["TrainingPeaks", "Timestamp,Type,Value"],
  [
    "Intervals.icu",
    "id,start_date_local,type,name,moving_time,distance,total_elevation_gain,average_heartrate,max_heartrate,icu_training_load,icu_intensity,calories"
  ],
  ["Intervals.icu", "date,weight,restingHR,hrv,sleepSecs,sleepScore,ctl,atl,rampRate,kcalConsumed"],
  [
    "Concept2",
    "Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Rest Time (Formatted),Rest Time (Seconds),Work Distance,Rest Distance,Stroke Rate/Cadence,Stroke Count,Pace,Avg Watts,Cal/Hour,Total Cal,Avg Heart Rate,Drag Factor,Age,Weight,Type,Ranked,Comments,Date Entered"
  ],
  ["Endomondo", "Sport,Start Time,Duration,Distance,Calories,Average Heart Rate,Notes"],
  [
    "Liftosaur",
    "Workout DateTime,Program,Day Name,Exercise,Is Warmup Set?,Required Reps,Completed Reps,Is AMRAP?,RPE,Is Completed?,Required Weight Value,Required Weight Unit,Completed Weight Value,Completed Weight Unit,Completed Reps Time,Notes"
  ],
  ["Lyfta", "Title,Date,Duration,Exercise,Superset id,Weight,Reps,Distance,Time,Set Type"],
  [
    "Lifesum",
    "date,meal_type,title,brand,serving_name,amount,serving_size,amount_in_grams,calories,carbs,carbs_fiber,carbs_sugar,fat,fat_saturated,fat_unsaturated,cholesterol,protein,potassium,sodium"
  ],
  ["Noom", "Date,Meal,Food Name,Quantity,Unit,Calories,Color"],
  [
    "Carb Manager",
    "Date,Time Of Day,Meal,Food,Serving Size,Serving Unit,Calories,Total Carbs (g),Net Carbs (g),Fat (g),Protein (g),Fiber (g)"
  ],
  [
    "FDDB",
    "datum_tag_monat_jahr_stunde_minute;bezeichnung;kj;fett_g;kh_g;protein_g;alkohol_g;zucker_g;ballaststoffe_g"
  ],
  ["Health Connect", "Data type,Start time,End time,Value,Unit,Source app"]
]
