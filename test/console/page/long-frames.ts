import type { Page } from 'playwright-core'

/** The work of the main thread by frames, in milliseconds. */
export interface FrameWork {
  readonly count: number
  readonly p95: number
  readonly most: number
}

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly dur?: number
  readonly tid: number
}

/** Traces the page while something runs, and adds up the tasks of its main thread between one frame and the next. */
export async function longFrames(page: Page, run: () => Promise<void>): Promise<FrameWork> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] } })
  await run()
  await session.send('Tracing.end')
  await ended
  const script = events.find(({ name }) => name === 'FireAnimationFrame')
  const tasks = events.filter(({ name, tid }) => name.endsWith('RunTask') && tid === script?.tid)
  const frames = events.filter(({ name, tid }) => name === 'FireAnimationFrame' && tid === script?.tid).map(({ ts }) => ts)
  const work = frames.slice(1).map((end, index) => sum(tasks.filter(({ ts }) => ts >= (frames[index] ?? 0) && ts < end)))
  const sorted = work.sort((left, right) => left - right)
  return { count: sorted.length, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, most: sorted.at(-1) ?? 0 }
}

function sum(tasks: readonly TraceEvent[]): number {
  return tasks.reduce((total, { dur = 0 }) => total + dur / 1_000, 0)
}
