// Words of the area "trees", in both languages.

export const en = {};

export const fa = {};
