import { ofEndings } from './of-endings'
import { ofIncidents } from './of-incidents'
import { ofSecondPersons } from './of-second-persons'
import { ofSending } from './of-sending'
import { ofValues } from './of-values'
import type { PlantedFault } from './switches'

/** Every fault that the checker must find, whoever planted it by mistake. */
export const plantedFaults: readonly PlantedFault[] = [
  ...ofSending,
  ...ofEndings,
  ...ofSecondPersons,
  ...ofIncidents,
  ...ofValues,
]
