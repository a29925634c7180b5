/** What could break in the stores. */
export const store = [
  {
    name: 'an event id of another stream is a place in this one',
    file: 'store/memory/memory-stream.ts',
    find: 'const position = Number(id.slice(this.#prefix.length))',
    replace: `const position = Number(id.slice(id.lastIndexOf('-') + 1))
    if (position >= 0 && position < this.#end) return position`,
    tests: ['store/memory/memory-event-log.test.ts'],
    breaks: ['HTTP-39'],
  },
  {
    name: 'the event log is not bounded',
    file: 'store/memory/memory-event-log.ts',
    find: '(stream.size > eventLogEvents || stream.bytes > eventLogBytes)',
    replace: '(stream.size > eventLogEvents && stream.bytes > eventLogBytes)',
    tests: ['store/memory/memory-event-log.test.ts'],
  },
  {
    name: 'what expired is still read',
    file: 'async/timers/expiring-map.ts',
    find: 'entry === undefined || entry.expiresAt <= this.#clock.now() ? undefined : entry.value',
    replace: 'entry?.value',
    tests: ['async/timers/expiring-map.test.ts', 'store/memory/memory-records.test.ts'],
  },
  {
    name: 'a record that somebody else changed is overwritten',
    file: 'store/memory/memory-records.ts',
    find: 'if (record?.version !== version) return false',
    replace: 'if (record === undefined || version < 0) return false',
    tests: ['store/memory/memory-tasks.test.ts', 'store/memory/memory-records.test.ts'],
  },
  {
    name: 'the lease of another node is taken over',
    file: 'store/memory/memory-records.ts',
    find: 'if (activeLease !== undefined && activeLease.node !== node) return undefined',
    replace: "if (activeLease !== undefined && activeLease.node === '') return undefined",
    tests: ['store/memory/memory-tasks.test.ts', 'store/memory/memory-records.test.ts'],
  },
  {
    name: 'an answer is taken twice from the inbox',
    file: 'store/memory/memory-inbox.ts',
    find: 'slot.text = undefined',
    replace: 'slot.text = slot.text.trim()',
    tests: ['store/memory/memory-inbox.test.ts'],
  },
]
