// The command of the Inspector, run again and again in one process, since loading it takes longer than what it does.
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const cli = pathToFileURL(process.argv[2]).href
let runs = 0

process.on('unhandledRejection', () => {})
process.on('message', async (args) => process.send(await run(args)))

/** What one run writes, and the code that it exits with. */
function run(args) {
  runs += 1
  const written = { stdout: '', stderr: '' }
  process.argv = [process.argv[0], cli, ...args]
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text, ...rest) => {
      written[name] += text
      rest.at(-1)?.()
      return true
    }
  }
  process.removeAllListeners('uncaughtException')
  return new Promise((resolve, reject) => {
    process.exit = (code) => {
      resolve({ code, ...written })
      throw new Error('exit')
    }
    import(`${cli}?run=${runs}`).catch(reject)
  })
}
