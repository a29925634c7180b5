import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // which the flag makes a function

/** Bytes that this process uses, once what nobody needs is collected. */
export function usedMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
