import type { Choice } from './stages.mjs'

export class TestChoice implements Choice {
  constructor(root: string)
  beside(file: string): readonly string[]
  importing(file: string): readonly string[]
  about(layer: string): readonly string[]
  whole(): readonly string[]
}
