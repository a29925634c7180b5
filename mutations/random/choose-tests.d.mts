import type { Choice } from './stages.mjs'

export class TestChoice implements Choice {
  constructor(root: string, fastTests?: ReadonlySet<string>)
  beside(file: string): readonly string[]
  importing(file: string): readonly string[]
  about(file: string, layer: string): readonly string[]
  whole(file: string): readonly string[]
}
