import type { Page } from 'playwright-core'

/** The work of the main thread by frames, in milliseconds of its own time: other programs on the machine do not count. */
export interface FrameWork {
  readonly count: number
  readonly p95: number
  readonly most: number
}

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly tid: number
  /** Time of the thread, in microseconds. */
  readonly tdur?: number
}

/** Traces the page while something runs, and adds up the tasks of its main thread between one frame and the next. */
export async function frameWork(page: Page, run: () => Promise<void>): Promise<FrameWork> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  const includedCategories = ['devtools.timeline', 'toplevel']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await run()
  await session.send('Tracing.end')
  await ended
  const fired = events.filter(({ name }) => name === 'FireAnimationFrame')
  const tasks = events.filter(({ name, tid }) => name.endsWith('RunTask') && tid === fired[0]?.tid)
  const work = fired.slice(1).map(({ ts: end }, index) => {
    const start = fired[index]?.ts ?? 0
    return tasks.reduce((sum, { ts, tdur = 0 }) => (ts >= start && ts < end ? sum + tdur / 1_000 : sum), 0)
  })
  const sorted = work.sort((left, right) => left - right)
  return { count: sorted.length, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, most: sorted.at(-1) ?? 0 }
}
