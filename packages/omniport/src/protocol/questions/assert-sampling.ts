import type { SampleParams } from '../model/sampling.js'
import { checkSampleParams } from './check-sample-params.js'

/**
 * Checks what a handler asks of the client's model before it is sent.
 *
 * @throws TypeError naming the member: a message without role or content, tools used without results, a number out of range.
 */
export function assertSampling(params: SampleParams): void {
  const problem = checkSampleParams({ ...params })
  if (problem !== undefined) throw new TypeError(`sample: ${problem}`)
}
