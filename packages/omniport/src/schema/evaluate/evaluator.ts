import type { Engine } from '../engine.js'
import { PatternSet } from '../patterns/pattern-set.js'
import { compileSchema } from './compile-schema.js'

/** The engine for all documents. It runs patterns on RE2. */
export const evaluator: Engine = { compile: (schema) => compileSchema(schema, new PatternSet()) }
