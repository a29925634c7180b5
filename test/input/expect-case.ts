import { expect } from 'vitest'
import type { Expected, HandlerCase } from './handler-case.js'
import type { Stage } from './stage.js'

/** Plays a case, and expects exactly what it says. */
export async function expectCase(stage: Stage, row: HandlerCase): Promise<void> {
  const outcome = await stage.play(row)
  // A task runs once, and asks while it runs.
  const inRounds = stage.revision === '2026-07-28' && !stage.isTask
  const expected =
    typeof row.expected === 'function' ? row.expected(stage.isTask ? '2025-11-25' : stage.revision) : row.expected
  const { probe, person, rounds, contexts, logger } = stage
  const one = Array.from({ length: inRounds ? expected.rounds : 1 }, (_, round) => round)
  const { opens = 0 } = expected
  const runs = Array.from({ length: expected.uses ?? 1 }, () => one).flat()
  expect({
    outcome,
    received: [...person.received],
    counts: probe.counts,
    notes: probe.notes,
    rounds: [...rounds],
    contexts: [...contexts],
    held: [probe.opened, probe.closed, probe.most],
  }).toEqual({
    outcome: expected.outcome,
    received: expected.received,
    counts: expected.counts ?? {},
    notes: expected.notes ?? [],
    rounds: runs,
    contexts: runs,
    held: opens === 0 ? [0, 0, 0] : [opens * runs.length, opens * runs.length, 1],
  })
  expect(probe.leftOpen.every((open) => open === 0)).toBe(true)
  expect(logger.errors).toHaveLength(isMistake(expected) ? 1 : 0)
}

/** Whether the log has more to say than the caller is told. */
function isMistake({ outcome }: Expected): boolean {
  return JSON.stringify(outcome).includes('internal error')
}
