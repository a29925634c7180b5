/** One note. Its id names its file and its URI. */
export interface Note {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
  /** Markdown. */
  readonly text: string
}

/** The URI of a note. */
export function noteUri(id: string): string {
  return `notes://${id}`
}
