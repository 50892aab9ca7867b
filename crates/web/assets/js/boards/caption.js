// What a scene reports in words, for screen readers.

import { list, say } from '../i18n.js';

/** @import { Scene } from '../../../types/protocol' */

/**
 * The facts of a scene, one after the other: "to move Yellow, stones 3".
 * @param {Scene} scene
 */
export const caption = (scene) => list((scene.facts ?? []).map((fact) => `${say(fact.label)} ${say(fact.value)}`));
