import type { Feature } from './feature.js'
import { changeFeatures } from './features/changes.js'
import { messageFeatures } from './features/messages.js'
import { questionFeatures } from './features/questions.js'
import { taskFeatures } from './features/tasks.js'
import { toolFeatures } from './features/tools.js'
import { unknownFeatures } from './features/unknown.js'

/** All that is played in each cell, in the order of the table. */
export const features: readonly Feature[] = [
  toolFeatures,
  messageFeatures,
  questionFeatures,
  changeFeatures,
  taskFeatures,
  unknownFeatures,
].flat()
