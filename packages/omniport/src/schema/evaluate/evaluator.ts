import type { Engine } from '../engine.js'
import { compileSchema } from './compile-schema.js'
import { PatternSet } from './patterns.js'

/** The engine for every document: it runs patterns on RE2. */
export const evaluator: Engine = { compile: (schema) => compileSchema(schema, new PatternSet()) }
