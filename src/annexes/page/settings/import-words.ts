/** What the page shows in place of the options of the command that imports. */
const INSTEAD: ReadonlyArray<readonly [RegExp, string]> = [
  [/Pass --weight-unit kg or --weight-unit lb\./g, "Choose the unit of weights."],
  [/Pass --distance-unit km or --distance-unit mi\./g, "Choose the unit of distances."],
  [/Pass the app's language, such as --locale en\./g, "Enter the app's language as the language of dates, such as en."],
  [/Pass (--locale \S+(?: or --locale \S+)*)\./g, "Enter the language of dates: $1."],
  [/--locale /g, ""],
  [/Pass --person with yours\./g, "Enter which one is you."],
  [
    /Pass --column with those to read, separated by semicolons, or --column none\./g,
    "Enter those to read, separated by semicolons, or none."
  ],
  [
    /Pass --steps sum to add them up, or --steps largest to take the largest of them\./g,
    "Choose whether to add them up, or to take the largest of them."
  ],
  [/Pass --timezone with .*?\.(?= |$)/g, "Set your timezone in Settings, Account."],
  [/Pass --source with the app that it comes from, a file/g, "Choose the app that it comes from, or upload a file"],
  [/Pass --source with one of them/g, "Choose one of them as the app"],
  [/; --source activity-files reads them instead/g, "; with Activity files chosen as the app, they are read instead"],
  [/; --overwrite replaces it/g, "; it is replaced only if you choose so"],
  [/(?<=\. )Pass (?=[\w])/g, "Upload "]
]

/** A text about an import in words for the page, which has fields where the command has options. */
export const importInWords = (text: string): string =>
  INSTEAD.reduce((shown, [option, words]) => shown.replace(option, words), text)
