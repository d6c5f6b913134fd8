/** The source under which sample data is imported. */
export const SAMPLE_SOURCE = "sample"
