/** One thing that doctor looked at. */
export interface Finding {
  /** The part that it belongs to: `network`, `sign-in`, `protocol`, `tools`, `timing`, … */
  readonly area: string
  readonly level: 'ok' | 'note' | 'warning' | 'problem'
  /** What is so. */
  readonly text: string
  /** What to do about it; given for warnings and problems. */
  readonly advice?: string | undefined
}

export function ok(area: string, text: string): Finding {
  return { area, level: 'ok', text }
}

export function note(area: string, text: string): Finding {
  return { area, level: 'note', text }
}

export function warning(area: string, text: string, advice: string): Finding {
  return { area, level: 'warning', text, advice }
}

export function problem(area: string, text: string, advice: string): Finding {
  return { area, level: 'problem', text, advice }
}
