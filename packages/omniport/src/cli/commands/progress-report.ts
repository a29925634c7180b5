import type { Progress } from '../../entries/protocol.js'
import { countColumns, fitColumns } from '../output/columns.js'
import { formatLine } from '../output/format-line.js'
import { createStyle } from '../output/style.js'
import type { OutputOptions } from '../output/write-result.js'
import type { Io } from '../process/io.js'

export interface ProgressReport {
  readonly report: (progress: Progress) => void
  /** Removes what is shown. */
  readonly end: () => void
}

/** Reports progress on stderr: as a bar where that is a terminal, else as lines. */
export function createProgressReport(io: Io, options: OutputOptions): ProgressReport {
  const { status, columns = 80, env } = io
  if (status === undefined) return { report: (progress) => io.stderr(formatProgress(progress)), end: () => {} }
  const { good, faint } = createStyle({ env, isTerminal: true, options })
  return {
    report: (progress) => {
      const { full, rest, text } = toBar(progress)
      const room = columns - 1 - countColumns(full + rest)
      status(`${good(full)}${faint(rest)}${fitColumns(text, room)}`)
    },
    end: () => status(''),
  }
}

function formatProgress({ progress, total, message }: Progress): string {
  const count = total === undefined ? `${progress}` : `${progress}/${total}`
  return formatLine(`[progress] ${count}${message === undefined ? '' : ` ${message}`}`)
}

function toBar({ progress, total, message }: Progress) {
  const what = message === undefined ? '' : ` ${formatLine(message)}`
  if (total === undefined || total <= 0) return { full: '', rest: '', text: `${progress}${what}` }
  const share = Math.min(1, Math.max(0, progress / total))
  const width = Math.round(share * barColumns)
  const text = ` ${Math.round(share * 100)} %${what}`
  return { full: '█'.repeat(width), rest: '░'.repeat(barColumns - width), text }
}

const barColumns = 20
