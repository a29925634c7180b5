import assert from 'node:assert/strict'

const filter = { tools: true, uris: ['soak://state'] }

/** Changes come several times in a second: a stream that is silent for so long, reconnecting included, has lost some. */
const silentMs = 40_000

/** Opens a stream and hears of changes on it until the work stops, and fails when none come. */
export async function keepListening(work, client, name) {
  const listening = await client.listen(filter, { signal: work.signal })
  const changes = listening[Symbol.asyncIterator]()
  work.follow(name, async () => {
    const { done } = await nextChange(changes)
    assert.equal(done, work.signal.aborted, 'The stream of changes ended')
  })
}

/** Opens a stream, waits for a change, closes it. */
export function listenOnce(client) {
  return async () => {
    const listening = await client.listen(filter)
    try {
      await nextChange(listening[Symbol.asyncIterator]())
    } finally {
      await listening.close()
    }
  }
}

async function nextChange(changes) {
  let timer
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No change was heard of in ${silentMs} ms`)), silentMs)
  })
  try {
    return await Promise.race([changes.next(), silence])
  } finally {
    clearTimeout(timer)
  }
}
