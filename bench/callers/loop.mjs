// Calls what a module of this folder opens, as often as it is told: `loop.mjs <module> [arguments…]`.
import process from 'node:process'

/** @typedef {{ call: (id: number) => Promise<string> }} Caller `call` adds a half to `id`. */

const [module, ...args] = process.argv.slice(2)
const { open } = await import(`./${module}.mjs`)
const { call } = await open(...args)
let id = 0

process.on('message', async ({ calls, inFlight }) => {
  if (calls === undefined) return
  await Promise.all(Array.from({ length: inFlight }, () => runMany(calls / inFlight)))
  process.send({ of: 'ran', value: calls })
})
process.channel.ref() // the program lives as long as it can be told
process.send({ of: 'ready' })

async function runMany(count) {
  for (let each = 0; each < count; each += 1) {
    const wanted = ++id
    const text = await call(wanted)
    if (text !== String(wanted + 0.5)) throw new Error(`A wrong answer to ${wanted}: ${text}`)
  }
}
