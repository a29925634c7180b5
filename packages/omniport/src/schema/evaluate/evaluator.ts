import type { Engine } from '../engine.js'
import { compileSchema } from './compile-schema.js'
import { Patterns } from './patterns.js'

/** The engine for every document: it runs patterns on RE2. */
export const evaluator: Engine = { compile: (schema) => compileSchema(schema, new Patterns()) }
