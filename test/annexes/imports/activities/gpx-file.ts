interface TrackOptions {
  readonly name?: string
  readonly type?: string
  readonly creator?: string
  /** Points one minute and 161.2 m apart. */
  readonly points?: number
}

/** A GPX file of one track along a meridian, starting at this time. */
export const gpxTrack = (
  start: string,
  { name = "Morning Run", type = "running", creator = "StravaGPX", points = 32 }: TrackOptions = {}
): string => {
  const lines = Array.from({ length: points }, (_, minute) => {
    const time = new Date(Date.parse(start) + minute * 60_000).toISOString()
    return `<trkpt lat="${(52.5 + minute * 0.00145).toFixed(5)}" lon="13.4"><ele>34</ele><time>${time}</time></trkpt>`
  })
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<gpx creator="${creator}" version="1.1" xmlns="http://www.topografix.com/GPX/1/1">`,
    `<trk><name>${name}</name><type>${type}</type><trkseg>`,
    ...lines,
    "</trkseg></trk>",
    "</gpx>",
    ""
  ].join("\n")
}
