import { createHash } from 'node:crypto'
import type { RecordingFile } from '../file/open-recording.js'
import { partsOf, stableJson, withoutMadeUp } from '../turns/messages.js'
import type { Turn } from '../turns/turn.js'

/** Equal notifications, apart from progress. */
export interface Announcement {
  readonly method: string
  /** The line of the last one. */
  readonly line: number
  readonly count: number
}

/** Counts the notifications of a recording that belong to no request, by what they say. Of each kind a digest is in memory. */
export async function countAnnouncements(
  file: RecordingFile,
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, Announcement>> {
  const counts = new Map<string, Announcement>()
  for (const { steps } of turns) {
    for (const step of steps) {
      if (step.type !== 'notification') continue
      const { line } = await file.lineAt(step)
      for (const part of partsOf(line.message)) {
        if (part.method === undefined || part.id !== undefined || part.method === 'notifications/progress') continue
        const key = createHash('sha256')
          .update(stableJson(withoutMadeUp(part)))
          .digest('base64')
        const count = (counts.get(key)?.count ?? 0) + 1
        counts.set(key, { method: String(part.method), line: step.number, count })
      }
    }
  }
  return counts
}
