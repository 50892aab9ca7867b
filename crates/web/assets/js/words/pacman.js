// Words of the area "pacman", in both languages.

export const en = {};

export const fa = {};
