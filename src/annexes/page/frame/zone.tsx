/** @jsxImportSource hono/jsx */
import { Schema } from "effect"
import { TimezoneName } from "../../../contract/handler/user.ts"
import { Form } from "./form.tsx"
import type { Visit } from "./page.ts"
import { ACCOUNT_PATH, HOME_PATH } from "./paths.ts"

/** The pages that show the line, and to which its form leads back. */
const PAGES = [HOME_PATH, "/app/diary"] as const

/** The fields of the line's forms: the timezone of this device, and the page to return to. */
export const Moved = Schema.Struct({
  timezone: TimezoneName,
  back: Schema.optionalWith(Schema.Literal(...PAGES), { default: () => HOME_PATH })
})

/** What `keptZone` in cookies.ts and `islands/zone.ts` compare: a person's timezone that is kept, and that of the device. */
export const keptZone = (persons: string, devices: string): string => `${persons} ${devices}`

/**
 * Offers the timezone of this device while its days differ from the person's. Only a script knows it: the line is hidden
 * until `islands/zone.ts` finds that it differs and that the person has not chosen to keep theirs on this device.
 */
export const ZoneLine = ({ visit, back }: { readonly visit: Visit; readonly back: (typeof PAGES)[number] }) => (
  <section class="notice zone" aria-label="Timezone" data-zone hidden>
    <p>
      Your days begin at midnight in <strong>{visit.user.timezone}</strong>; this device is in <strong data-zone-name />
      .
    </p>
    <div class="buttons">
      <Form state={visit.form("zone")} to={ACCOUNT_PATH} className="inline">
        <input type="hidden" name="timezone" value={visit.user.timezone} data-zone-here />
        <input type="hidden" name="back" value={back} />
        <button type="submit">
          Use <span data-zone-name />
        </button>
      </Form>
      <Form state={visit.form("keep-zone")} to={ACCOUNT_PATH} className="inline">
        <input type="hidden" name="timezone" value={visit.user.timezone} data-zone-here />
        <input type="hidden" name="back" value={back} />
        <button type="submit" class="quiet">
          Keep
        </button>
      </Form>
    </div>
  </section>
)
