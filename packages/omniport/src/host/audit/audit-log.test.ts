import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { AuditLog } from './audit-log.js'
import type { AuditEntry, AuditRecord, AuditSink } from './audit-record.js'
import { verifyAudit } from './verify-audit.js'

const entry = (n: number): AuditEntry => ({ type: 'roots', server: 's', uris: [`file:///${n}`] })
const noSecrets = () => []

function log(sink?: AuditSink, runtime = new VirtualRuntime()): AuditLog {
  return new AuditLog({ sink, runtime, secrets: noSecrets })
}

/** A sink that keeps what it is given, and does as it is told the next time. */
class Sink implements AuditSink {
  readonly stored: AuditRecord[] = []
  next: 'keep' | 'refuse' | 'keep and refuse' = 'keep'

  async append(record: AuditRecord): Promise<void> {
    const what = this.next
    this.next = 'keep'
    await Promise.resolve()
    if (what !== 'refuse') this.stored.push(record)
    if (what !== 'keep') throw new Error('disk full')
  }
}

/** One that knows what it has. */
class ResumableSink extends Sink {
  asked = 0

  async last(): Promise<AuditRecord | undefined> {
    this.asked += 1
    return this.stored.at(-1)
  }
}

describe('records', () => {
  test('are numbered, dated and bound to the one before', async () => {
    const sink = new Sink()
    const runtime = new VirtualRuntime()
    const audit = log(sink, runtime)
    await audit.append(entry(1))
    await runtime.advance(5)
    await audit.append(entry(2))
    const [first, second] = sink.stored
    expect(first).toEqual({ ...entry(1), seq: 1, at: 1_000_000, previous: '' })
    expect(second).toEqual({ ...entry(2), seq: 2, at: 1_000_005, previous: await digestOfJson(first) })
    expect(audit.records).toEqual(sink.stored)
    expect(Object.isFrozen(first)).toBe(true)
  })

  test('are in the order in which they were given, however long each takes', async () => {
    const sink = new Sink()
    const audit = log(sink)
    const big = { type: 'call', call: 'c', server: 's', tool: 't', definition: 'd', args: 'x'.repeat(100_000) } as const
    await Promise.all([audit.append(big), ...[1, 2, 3].map((n) => audit.append(entry(n))), audit.append(big)])
    expect(sink.stored.map(({ type, seq }) => `${seq} ${type}`)).toEqual([
      '1 call',
      '2 roots',
      '3 roots',
      '4 roots',
      '5 call',
    ])
    expect(await verifyAudit(sink.stored)).toBeUndefined()
  })

  test('are given to the sink one at a time, and are there when it has them', async () => {
    const gates: (() => void)[] = []
    const audit = log({ append: () => new Promise<void>((resolve) => gates.push(resolve)) })
    const [first, second] = [audit.append(entry(1)), audit.append(entry(2))]
    await expect.poll(() => gates.length).toBe(1)
    expect(audit.records).toEqual([])
    gates[0]?.()
    await first
    expect(audit.records.length).toBe(1)
    await expect.poll(() => gates.length).toBe(2)
    gates[1]?.()
    await second
  })

  test('are kept in memory, the last 1,000 of them', async () => {
    const audit = log()
    for (let n = 1; n <= 1_002; n += 1) await audit.append(entry(n))
    expect([audit.records.length, audit.records[0]?.seq, audit.records.at(-1)?.seq]).toEqual([1_000, 3, 1_002])
    expect(await verifyAudit(audit.records, { isPart: true })).toBeUndefined()
    expect(await verifyAudit(audit.records)).toEqual({
      seq: 3,
      problem: 'is the first record: earlier ones are missing',
    })
  })

  test('say what they were given, whatever becomes of it while they wait', async () => {
    const sink = new Sink()
    const audit = log(sink)
    const args = { text: 'first' }
    const call = { type: 'call', call: 'c', server: 's', tool: 't', definition: 'd', args } as const
    const written = [audit.append(entry(1)), audit.append(call)]
    args.text = 'second'
    await Promise.all(written)
    expect(sink.stored[1]).toMatchObject({ args: { text: 'first' } })
  })

  test('of one moment stay as they were', async () => {
    const audit = log()
    await audit.append(entry(1))
    const { records } = audit
    await audit.append(entry(2))
    expect([records.length, audit.records.length]).toEqual([1, 2])
  })

  test('have no secrets, those that became known after the log was made included', async () => {
    verifies('HOST-04')
    const secrets: string[] = []
    const audit = new AuditLog({ runtime: new VirtualRuntime(), secrets: () => secrets })
    secrets.push('open sesame')
    await audit.append({ type: 'server', server: 's', state: 'failed', reason: 'said open sesame' })
    expect(audit.records[0]).toMatchObject({ reason: 'said ***' })
  })
})

describe('a sink that refuses', () => {
  test('makes the entry fail, and there is no such record', async () => {
    verifies('HOST-04')
    const sink = new Sink()
    const audit = log(sink)
    await audit.append(entry(1))
    sink.next = 'refuse'
    await expect(audit.append(entry(2))).rejects.toThrow('disk full')
    await audit.append(entry(3))
    expect(audit.records).toEqual([
      expect.objectContaining({ seq: 1, uris: ['file:///1'] }),
      expect.objectContaining({ seq: 2, uris: ['file:///3'] }),
    ])
    expect(await verifyAudit(sink.stored)).toBeUndefined()
  })

  test('and kept it nevertheless is gone on with where it can tell', async () => {
    const sink = new ResumableSink()
    const audit = log(sink)
    await audit.append(entry(1))
    await audit.append(entry(2))
    expect(sink.asked).toBe(1)
    sink.next = 'keep and refuse'
    await expect(audit.append(entry(3))).rejects.toThrow('disk full')
    await audit.append(entry(4))
    expect(sink.stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(await verifyAudit(sink.stored)).toBeUndefined()
    expect([sink.asked, audit.records.map(({ seq }) => seq)]).toEqual([2, [1, 2, 4]])
  })

  test('may throw, and does not hold up the others', async () => {
    let calls = 0
    const audit = log({
      append: () => {
        calls += 1
        if (calls === 1) throw new Error('broken')
      },
    })
    const all = await Promise.allSettled([1, 2, 3].map((n) => audit.append(entry(n))))
    expect(all).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('broken') } },
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
  })

  test('to say what it has refuses entries until it does', async () => {
    const sink = new ResumableSink()
    let isBroken = true
    const audit = log({
      append: (record) => sink.append(record),
      last: async () => {
        if (isBroken) throw new Error('unreadable')
        return sink.last()
      },
    })
    await expect(audit.append(entry(1))).rejects.toThrow('unreadable')
    isBroken = false
    await audit.append(entry(2))
    expect(sink.stored.map(({ seq }) => seq)).toEqual([1])
  })
})

describe('the last record of a sink', () => {
  const record = { ...entry(1), seq: 1, at: 0, previous: '' }
  const after = (last: unknown) => {
    const stored: AuditRecord[] = []
    const audit = log({ append: (next) => void stored.push(next), last: async () => last as AuditRecord })
    return { stored, writing: audit.append(entry(2)) }
  }

  test('may have the last number but one, and then there is one more', async () => {
    const { stored, writing } = after({ ...record, seq: Number.MAX_SAFE_INTEGER - 1 })
    await writing
    expect(stored.map(({ seq }) => seq)).toEqual([Number.MAX_SAFE_INTEGER])
  })

  test('ends the log where there is no number after it', async () => {
    const { stored, writing } = after({ ...record, seq: Number.MAX_SAFE_INTEGER })
    await expect(writing).rejects.toMatchObject({
      code: 'limit',
      message: 'the audit log is full: its last record has the number 9007199254740991; use another log',
    })
    expect(stored).toEqual([])
  })

  test.each([
    { seq: Number.MAX_SAFE_INTEGER + 1 },
    { seq: Number.POSITIVE_INFINITY },
    { seq: Number.NaN },
    { seq: 0 },
    { seq: 1.5 },
    { seq: '1' },
    { previous: undefined },
    { type: 1 },
  ])('must be a record, not one with %j', async (members) => {
    const { stored, writing } = after({ ...record, ...members })
    await expect(writing).rejects.toMatchObject({ code: 'invalid_config' })
    expect(stored).toEqual([])
  })
})

test('what is no JSON is refused, and takes no number', async () => {
  const audit = log()
  const call = { type: 'call', call: 'c', server: 's', tool: 't', definition: 'd' } as const
  await expect(audit.append({ ...call, args: { a: 1n } })).rejects.toThrow(TypeError)
  await audit.append({ ...call, args: { a: 1 } })
  expect(audit.records.map(({ seq }) => seq)).toEqual([1])
})

test('secrets that cannot be had refuse the entry', async () => {
  const secrets = () => {
    throw new Error('no settings')
  }
  const audit = new AuditLog({ runtime: new VirtualRuntime(), secrets })
  await expect(audit.append(entry(1))).rejects.toThrow('no settings')
  expect(audit.records).toEqual([])
})

test('a log goes on where the one before it ended', async () => {
  const sink = new ResumableSink()
  await log(sink).append(entry(1))
  const again = log(sink)
  await again.append(entry(2))
  await again.append(entry(3))
  expect(await verifyAudit(sink.stored)).toBeUndefined()
  expect([sink.stored.length, again.records.length]).toEqual([3, 2])
})

test('a sink that is stuck is given 10,000 entries to wait for, and no more', async () => {
  let open = () => {}
  const stuck = new Promise<void>((resolve) => {
    open = resolve
  })
  const audit = log({ append: () => stuck })
  const waiting = Array.from({ length: 10_000 }, (_, n) => audit.append(entry(n)))
  await expect(audit.append(entry(0))).rejects.toMatchObject({
    code: 'limit',
    message: '10000 records are waiting for the audit log',
  })
  open()
  await Promise.all(waiting)
  await audit.append(entry(0))
  expect(audit.records.at(-1)?.seq).toBe(10_001)
})

test('whatever a sink does, what it has is one chain of what was written and nothing else', async () => {
  const steps = fc.array(fc.constantFrom('keep' as const, 'refuse' as const, 'keep and refuse' as const, 'restart'))
  await fc.assert(
    fc.asyncProperty(steps, async (whats) => {
      const sink = new ResumableSink()
      let audit = log(sink)
      const written: string[] = []
      for (const [n, what] of whats.entries()) {
        if (what === 'restart') {
          audit = log(sink)
          continue
        }
        sink.next = what
        const outcome = await Promise.allSettled([audit.append(entry(n))])
        expect(outcome[0]?.status).toBe(what === 'keep' ? 'fulfilled' : 'rejected')
        if (what !== 'refuse') written.push(`file:///${n}`)
      }
      expect(sink.stored.flatMap((record) => (record.type === 'roots' ? record.uris : []))).toEqual(written)
      expect(sink.stored.map(({ seq }) => seq)).toEqual(written.map((_, index) => index + 1))
      expect(await verifyAudit(sink.stored)).toBeUndefined()
    }),
  )
})
