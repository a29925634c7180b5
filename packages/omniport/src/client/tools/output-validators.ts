// Loaded with the first output schema. The library's own files need the modules behind it anyway; those for browsers do not.
export { createDocumentValidator, createValidator } from '../../schema/standard/validator.js'
