import { exceedsDepth } from './exceeds-depth.js'
import { exceedsNodes } from './exceeds-nodes.js'

/** What a message may come to when it is parsed. */
export interface JsonBounds {
  readonly jsonDepth: number
  readonly jsonNodes: number
}

/** Why JSON text is not worth parsing, said of "it"; undefined where it is. */
export function findExcess(text: string, { jsonDepth, jsonNodes }: JsonBounds): string | undefined {
  if (exceedsDepth(text, jsonDepth)) return `it nests deeper than ${jsonDepth} levels (limits.jsonDepth)`
  if (exceedsNodes(text, jsonNodes)) return `it holds more than ${jsonNodes} values (limits.jsonNodes)`
  return undefined
}
