// Words of the area "replays", in both languages.

export const en = {};

export const fa = {};
